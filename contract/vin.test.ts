import { describe, expect, it } from 'vitest'
import { checkDigitOf, modelYearOf, tidyVin, vinProblem, withCheckDigit, yearLetterOf } from './vin.ts'

describe('a VIN', () => {
  it('is tidied from what people type or paste', () => {
    expect(tidyVin(' 1m8-gdm9a xkp042788\u200e')).toBe('1M8GDM9AXKP042788')
  })

  // The first is the example of 49 CFR 565, the second has 1 in every place.
  it.each([
    ['1M8GDM9AXKP042788', 'X'],
    ['11111111111111111', '1'],
    ['5GZCZ43D13S812715', '1'],
    ['1HGCM82633A004352', '3'],
    ['JH4KA7561PC008269', '1'],
  ])('%s has the check digit %s', (vin, digit) => {
    expect(checkDigitOf(vin)).toBe(digit)
    expect(withCheckDigit(`${vin.slice(0, 8)}5${vin.slice(9)}`)).toBe(vin)
    expect(vinProblem(vin)).toBeUndefined()
  })

  it.each([
    ['1M8GDM9A1KP042788', 'The check digit of this VIN is wrong.'],
    ['1M8GDM9AXKP042789', 'The check digit of this VIN is wrong.'],
    ['1M8GDM9AXKP04278', 'A VIN has 17 characters.'],
    ['1M8GDM9AXKP0427888', 'A VIN has 17 characters.'],
    ['1M8GDM9AXKP04278é', 'A VIN has 17 characters.'],
    ['', 'A VIN has 17 characters.'],
    ['1M8GDM9AXKPO42788', 'A VIN has no I, O or Q.'],
    ['IM8GDM9AXKP042788', 'A VIN has no I, O or Q.'],
    ['1M8GDM9AXKP04278Q', 'A VIN has no I, O or Q.'],
  ])('%s: %s', (vin, message) => {
    expect(vinProblem(vin)).toBe(message)
  })

  it.each([
    [1980, 'A'],
    [2000, 'Y'],
    [2001, '1'],
    [2009, '9'],
    [2010, 'A'],
    [2018, 'J'],
    [2023, 'P'],
    [2024, 'R'],
    [2026, 'T'],
    [2027, 'V'],
    [2030, 'Y'],
    [2031, '1'],
    [1979, undefined],
    [2027.5, undefined],
    [Number.NaN, undefined],
  ])('of the year %s has the letter %s', (year, letter) => {
    expect(yearLetterOf(year)).toBe(letter)
    if (letter) expect(modelYearOf(`1M8GDM9AX${letter}P042788`, year)).toBe(year)
  })

  it('says the last year up to one that has its letter', () => {
    expect(modelYearOf('1M8GDM9AXKP042788', 2028)).toBe(2019)
    expect(modelYearOf('1M8GDM9AXKP042788', 2018)).toBe(1989)
    expect(modelYearOf('1M8GDM9AXKP042788', 1988)).toBeUndefined()
    expect(modelYearOf('1M8GDM9AXUP042788', 2028)).toBeUndefined()
    expect(modelYearOf('042788', 2028)).toBeUndefined()
  })
})
