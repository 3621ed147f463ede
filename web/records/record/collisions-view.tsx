import { Alert, Button, Paper, Radio, ScrollArea, SimpleGrid, Stack, Text } from '@mantine/core'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { LinesDifference, RichTextDifference } from '#web/ui/difference/differences.tsx'
import { areOtherTexts } from '#web/ui/difference/word-difference.ts'
import { type FieldInfo, type FieldRegistry, useFields } from '#web/ui/fields/field-registry.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { useFilePreview } from '#web/ui/image/use-file-preview.ts'
import { changedBy, YOURSELF } from './changed-by.ts'
import { takeFocus } from './form-focus.ts'
import { type Choices, readValue } from './merged-values.ts'
import type { Conflict } from './use-record-form.ts'

type CollisionsViewProps = {
  conflict: Conflict<{ is_deleted: boolean }>
  registry: FieldRegistry
  mine: object
  /** The values as both had read them. */
  base: object
  theirs: object
  onSave: (chosen: Choices) => void
  onKeepEditing: () => void
}

/** Shows the fields that both have changed, as they were and as either wants them, with a choice for each. */
export function CollisionsView({ conflict, registry, mine, base, theirs, onSave, onKeepEditing }: CollisionsViewProps) {
  const [chosen, setChosen] = useState<Choices>({})
  const fields = useFields(registry)
  const colliding = (conflict.collisions ?? []).flatMap((name) => {
    const info = fields.get(name)
    return info ? [{ name, info }] : []
  })
  const by = conflict.by ?? 'Someone else'

  return (
    <>
      <Alert role="alert" color="amber" icon={<Users aria-hidden />} title={changedBy(conflict)} mb="md">
        <span>
          {colliding.length > 0
            ? `Your changes aren’t saved yet. Choose a version for each field ${by === YOURSELF ? 'changed in both windows' : 'that both of you changed'}. All other changes are kept.`
            : 'Your changes aren’t saved yet.'}
        </span>
        {conflict.row.is_deleted && <Text size="sm">The record is Inactive now.</Text>}
      </Alert>
      <Stack gap="md">
        {colliding.map(({ name, info }) => (
          <Collision
            key={name}
            info={info}
            values={
              info.kind === 'picture'
                ? // The form holds no picture but a chosen one; the stored ones are in the records.
                  { mine: readValue(mine, name), ...storedIn(conflict, name) }
                : { mine: readValue(mine, name), base: readValue(base, name), theirs: readValue(theirs, name) }
            }
            by={by}
            chosen={chosen[name]}
            onChoose={(whose) => setChosen((before) => ({ ...before, [name]: whose }))}
          />
        ))}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onKeepEditing} ref={takeFocus}>
          Keep editing
        </Button>
        <Button disabled={colliding.some(({ name }) => !chosen[name])} onClick={() => onSave(chosen)}>
          Save
        </Button>
      </DialogFooter>
    </>
  )
}

type CollisionProps = {
  info: FieldInfo
  values: { mine: unknown; base: unknown; theirs: unknown }
  by: string
  chosen: Choices[string] | undefined
  onChoose: (whose: Choices[string]) => void
}

const storedIn = ({ base = {}, row }: Conflict<{ is_deleted: boolean }>, name: string) => ({
  base: readValue({ ...row, ...base }, name),
  theirs: readValue(row, name),
})

// A longer text is read faster by what differs in it.
const LONG = 80

function Collision({ info: { label, format, kind }, values, by, chosen, onChoose }: CollisionProps) {
  const isPicture = kind === 'picture'
  const base = format(values.base)
  const versions = [
    { whose: 'mine' as const, title: 'Yours', value: values.mine, text: format(values.mine) },
    {
      whose: 'theirs' as const,
      title: by === YOURSELF ? 'From your other window' : `${by}'s`,
      value: values.theirs,
      text: format(values.theirs),
    },
  ]
  const isLong =
    kind === 'rich_text' ||
    [base, ...versions.map(({ text }) => text)].some((text) => text.length > LONG || text.includes('\n'))
  const [isPlain, setIsPlain] = useState(() => isLong && versions.some(({ text }) => areOtherTexts(base, text)))
  return (
    <Radio.Group
      label={label}
      value={chosen ?? ''}
      onChange={(value) => onChoose(value === 'mine' ? 'mine' : 'theirs')}
    >
      <Stack gap="xs" mt={4}>
        {isPicture ? (
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              Before:
            </Text>
            <PictureOf value={values.base} alt={`${label}, before`} />
          </div>
        ) : (
          !isLong && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {`Before: ${base || '(empty)'}`}
            </Text>
          )
        )}
        {isLong && !isPicture && (
          <Button variant="default" size="compact-sm" mr="auto" onClick={() => setIsPlain(!isPlain)}>
            {isPlain ? 'Show what differs' : 'Show before and after'}
          </Button>
        )}
        {versions.map(({ whose, title, value, text }) => (
          <Paper key={whose} withBorder p="xs">
            <Radio value={whose} label={title} mb={4} />
            <ScrollArea.Autosize mah={240} type="auto" viewportProps={isLong ? { tabIndex: 0 } : {}}>
              {isPicture ? (
                <PictureOf value={value} alt={`${label}, ${title}`} />
              ) : isLong && isPlain ? (
                <BeforeAndAfter label={`${label}, ${title}`} before={base} after={text} />
              ) : kind === 'rich_text' ? (
                <RichTextDifference from={String(values.base)} to={String(value)} />
              ) : isLong ? (
                <LinesDifference from={base} to={text} />
              ) : (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {text || '(empty)'}
                </Text>
              )}
            </ScrollArea.Autosize>
          </Paper>
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Two texts without their formatting, side by side. */
const BeforeAndAfter = ({ label, before, after }: { label: string; before: string; after: string }) => (
  <SimpleGrid component="section" cols={{ base: 1, sm: 2 }} aria-label={label}>
    {[
      ['Before', before],
      ['After', after],
    ].map(([title, text]) => (
      <div key={title}>
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {text || '(empty)'}
        </Text>
      </div>
    ))}
  </SimpleGrid>
)

/** A picture that is stored, by its address, or one that was chosen, as a file. */
function PictureOf({ value, alt }: { value: unknown; alt: string }) {
  const chosen = useFilePreview(value instanceof File ? value : undefined)
  return (
    <Picture address={chosen ?? (typeof value === 'string' ? value : undefined)} alt={alt} width={140} height={100} />
  )
}
