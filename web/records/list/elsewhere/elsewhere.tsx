import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RecordType, recordTypes } from '#contract/kinds.ts'
import { MOST_FOUND } from '#contract/search.ts'
import { countOf, nounOf, nounsOf } from '#web/records/shared/record-words.ts'
import { searchQuery } from './search-query.ts'
import { openSearch } from './search-requests.ts'

/** Says how many records of other kinds match the text that this list finds nothing for; nothing where none do. */
export function Elsewhere({ type: own, text }: { type: RecordType; text: string }) {
  const { data } = useQuery(searchQuery(text, 'list'))
  const counts = recordTypes.flatMap((type) => {
    const count = data?.found.filter(({ record_type }) => record_type === type).length ?? 0
    return count && type !== own ? { type, count } : []
  })
  if (!counts.length) return null
  const isOne = counts.length === 1 && counts[0]?.count === 1
  return (
    <Text component="output" size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
      {counts.map(({ type, count }, place) => (
        <span key={type}>
          <span>{place === 0 ? '' : place === counts.length - 1 ? ' and ' : ', '}</span>
          <Anchor component="button" type="button" inherit onClick={() => openSearch(`${nounOf(type)}: ${text}`)}>
            {count < MOST_FOUND ? countOf(type, count) : `${MOST_FOUND} or more ${nounsOf(type)}`}
          </Anchor>
        </span>
      ))}
      <span>{` ${isOne ? 'matches' : 'match'} “${text}”.`}</span>
    </Text>
  )
}
