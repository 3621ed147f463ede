import { expect, it } from 'vitest'
import { appOpenApi } from './app-openapi.ts'
import { brokenPromises, promisesOf } from './app-promises.ts'
import { releasedForApps } from './app-released.ts'

const now = promisesOf(appOpenApi('1.0.0') as never)

it('The app’s calls keep what the last release has promised', () => {
  expect(brokenPromises(promisesOf(releasedForApps()), now)).toEqual([])
})

it('A promise is broken by what is gone, has another type, or must be sent, and not by what is new', () => {
  expect(brokenPromises(now, [...now, 'GET /new', 'GET /new must be sent a', 'GET /rvs takes more'])).toEqual([])
  const without = (text: string) => now.filter((line) => !line.includes(text))
  expect(brokenPromises(now, without('GET /rvs answers data[].vin'))).toEqual(['GET /rvs answers data[].vin: string'])
  expect(brokenPromises(now, [...now, 'POST /rvs/add must be sent serial_no'])).toEqual([
    'POST /rvs/add must be sent serial_no',
  ])
  expect(brokenPromises(now, without('POST /rvs/add must be sent vin'))).toEqual([])
})

it('A field that every answer has is promised as such, in an answer and where it is one of several', () => {
  expect(now).toContain('GET /rvs always answers data[]._id')
  expect(now).toContain('POST /users/sign_in always answers data.must_change_password')
  expect(now).not.toContain('POST /users/sign_in always answers data.notice')
  expect(
    brokenPromises(
      now,
      now.filter((line) => line !== 'GET /rvs always answers data[]._id'),
    ),
  ).toEqual(['GET /rvs always answers data[]._id'])
})
