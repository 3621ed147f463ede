import { describe, expect, it } from 'vitest'
import { decided, meaningsOf, written } from './list-numbers.ts'

const decide = (numbers: string, known?: Parameters<typeof decided>[1]) =>
  decided(numbers.split(' ').map(meaningsOf), known).map((one) => one && `${one.type}${one.number}`)

describe('the numbers of a list', () => {
  it.each([
    ['1. 2. 3.', ['11', '12', '13']],
    ['(1) (2)', ['11', '12']],
    ['12) 13)', ['112', '113']],
    ['1） ２．', ['11', '12']],
    ['a. b. c.', ['a1', 'a2', 'a3']],
    ['b)', ['a2']],
    ['A) B)', ['A1', 'A2']],
    ['i. ii. iii.', ['i1', 'i2', 'i3']],
    ['iv.', ['i4']],
    ['I. II.', ['I1', 'I2']],
    ['i.', ['i1']],
    ['h. i. j.', ['a8', 'a9', 'a10']],
    ['i) j)', ['a9', 'a10']],
    ['c. d.', ['a3', 'a4']],
    ['v. vi. vii.', ['i5', 'i6', 'i7']],
    ['u. v. w.', ['a21', 'a22', 'a23']],
    ['ix. x. xi.', ['i9', 'i10', 'i11']],
    ['z. aa. bb.', ['a26', 'a27', 'a28']],
    ['i. ii. i. ii.', ['i1', 'i2', 'i1', 'i2']],
    ['Step', [undefined]],
    ['§', [undefined]],
  ])('%s are told by those beside them', (numbers, expected) => {
    expect(decide(numbers)).toEqual(expected)
  })

  it('are what the document says, where it does', () => {
    expect(decide('i.', 'a')).toEqual(['a9'])
    expect(decide('c. d.', 'i')).toEqual(['i100', 'i500'])
    expect(decide('1. 2.', 'a')).toEqual(['11', '12'])
  })

  it('are written as they are counted', () => {
    const all = (type: Parameters<typeof written>[0]['type']) =>
      [1, 4, 9, 26, 27, 40].map((number) => written({ type, number }))
    expect(all('1').join()).toBe('1,4,9,26,27,40')
    expect(all('a').join()).toBe('a,d,i,z,aa,an')
    expect(all('I').join()).toBe('I,IV,IX,XXVI,XXVII,XL')
  })
})
