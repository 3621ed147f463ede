import { expect, it } from 'vitest'
import { broken, laws } from '../server/testing/undo-laws.ts'
import { PATIENCE, PLAYS } from './rounds.ts'

it.each(laws)('%s', async (_words, law) => expect(await broken(law, PLAYS)).toBeUndefined(), PATIENCE)
