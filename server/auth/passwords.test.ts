import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newPassword } from '#contract/fields.ts'
import { linesOf } from '../lines.ts'
import { hashPassword, isCommon, passwordMatches } from './passwords.ts'

describe('passwords', () => {
  it('are recognized as common in a checkout whose lines end in CRLF', async () => {
    const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    const lines = linesOf(text)
    expect(linesOf(text.replaceAll('\n', '\r\n'))).toEqual(lines)
    expect(lines).toContain('password1!')
    expect(lines.some((line) => /\s$/.test(line) || line === '')).toBe(false)
  })

  it('match their own hash only, in any way of writing the same letters', async () => {
    const hashed = await hashPassword('Zürich-1!')
    expect(hashed).toMatch(/^\$argon2id\$/)
    expect(await passwordMatches(hashed, 'Zürich-1!')).toBe(true)
    expect(await passwordMatches(hashed, 'Zu\u0308rich-1!')).toBe(true)
    expect(await passwordMatches(hashed, 'zürich-1!')).toBe(false)
  })

  it('never match where there is no account', async () => {
    expect(await passwordMatches(null, '')).toBe(false)
    expect(await passwordMatches(null, 'anything')).toBe(false)
  })

  it('are turned away when too many wait, instead of piling up', async () => {
    const asked = Array.from({ length: 60 }, () =>
      passwordMatches(null, 'x').then(
        () => 200,
        ({ status }) => status,
      ),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter((status) => status === 503).length).toBeGreaterThan(0)
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(30)
  })

  it('are hashed beside the event loop, which goes on meanwhile', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await Promise.all([hashPassword('one'), hashPassword('two'), hashPassword('three'), hashPassword('four')])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })

  it('are common when they are among 10,000, each of which the rules allow and which is found as it is compared', () => {
    const list = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    expect(new Set(list).size).toBe(10_000)
    const rules = newPassword()
    expect(list.filter((password) => !rules.safeParse(password).success || !isCommon(password))).toEqual([])
  })
})
