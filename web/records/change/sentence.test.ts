import { describe, expect, it } from 'vitest'
import { partsOf } from './sentence.ts'

const by = { _id: 'admin-dana', name: 'Dana', kind: 'admin' } as const
const model = (title: string) => ({ record_type: 'models' as const, record_id: `model-${title}`, title, within: null })
const told = (sentence: string, titles: string[]) =>
  partsOf({ by, sentence, details: titles.map(model) }).map((part) =>
    typeof part === 'string' ? part : `[${part.title}]`,
  )

describe('the records that a sentence names', () => {
  it('are those of its details, each once', () => {
    expect(told('Dana removed 48 models (Truck Camper 2027: 650, 775 and 46 more)', ['650', '775', '800'])).toEqual([
      'Removed 48 models (Truck Camper 2027: ',
      '[650]',
      ', ',
      '[775]',
      ' and 46 more)',
    ])
    expect(told('Dana moved model 6 from 6 to 2', ['6'])).toEqual(['Moved model ', '[6]', ' from 6 to 2'])
  })

  it('are never a part of another word, and may be missing', () => {
    expect(told('Dana edited model 650 (Truck Camper)', ['50', 'Truck Camp', ''])).toEqual([
      'Edited model 650 (Truck Camper)',
    ])
  })
})
