import { expect, it } from 'vitest'
import { sendFields } from './message-fields.ts'
import { filledIn, placeholdersIn } from './placeholders.ts'
import { templateFields } from './templates.ts'

const errorsOf = (title: string, description: string) =>
  [
    sendFields.safeParse({ title, description, user_ids: ['a'] }),
    templateFields.safeParse({ name: 'Recall', title, description, purpose: 'safety' }),
  ].map(({ error }) => error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])

it.each([
  ['{vin}', '{vin}'],
  ['{Name}', '{Name}'],
  ['{ name }', '{ name }'],
  ['{}', '{}'],
  ['{constructor}', '{constructor}'],
  ['{name} {oops}', '{oops}'],
  [`{${'x'.repeat(40)}}`, `{${'x'.repeat(29)}…}`],
])('refuses a placeholder that there is not, in a message and in a template: %s', (text, named) => {
  const said = `There is no placeholder ${named}. Please use {name}, {model} or {dealer}.`
  expect(errorsOf(text, 'Please call.')).toEqual([[['title', said]], [['title', said]]])
  expect(errorsOf('Recall', text)).toEqual([[['description', said]], [['description', said]]])
})

it.each(['Dear {name}', 'Your {model}: call {dealer}', 'A { alone', '} and {', '{{name}}', '* { color: red }'])(
  'takes %s',
  (text) => {
    expect(errorsOf(text, text)).toEqual([[], []])
  },
)

it('fills in what is known, and says something where nothing is', () => {
  expect(filledIn('{name}: {model}, {dealer}, {name}', { name: 'Grace', model: ' ', dealer: null })).toBe(
    'Grace: RV, your dealer, Grace',
  )
})

it('leaves values as they are, braces and patterns too', () => {
  expect(filledIn('{name} {model}', { name: '{model} $& <b>', model: '{name}' })).toBe('{model} $& <b> {name}')
  expect(filledIn('{{name}} {odd}', { name: 'Grace' })).toBe('{Grace} {odd}')
  expect(placeholdersIn('{name} {odd} {name} {dealer}')).toEqual(['name', 'dealer'])
})
