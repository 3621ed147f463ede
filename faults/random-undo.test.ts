import { expect, it } from 'vitest'
import { broken, laws } from '../server/testing/undo-laws.ts'
import { PATIENCE } from './rounds.ts'

const PLAYS = 200

it.each(laws)('%s', async (_words, law) => expect(await broken(law, PLAYS)).toBeUndefined(), PATIENCE)
