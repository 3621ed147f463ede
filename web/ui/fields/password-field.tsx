import { ActionIcon, Box, Paper, PasswordInput, Text, VisuallyHidden } from '@mantine/core'
import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { Info } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { type FieldProps, useField } from './fields.tsx'
import classes from './password-field.module.css'

type PasswordFieldProps<Values> = FieldProps<Values, string> & {
  autoComplete: 'current-password' | 'new-password'
  /** The password rules, shown by the hint button and read by screen readers. */
  criteria?: string[]
}

/** A password input with a visibility toggle, a Caps Lock warning and a button that shows the criteria. */
export function PasswordField<Values>({ autoComplete, criteria, ...props }: PasswordFieldProps<Values>) {
  const { value, ...field } = useField(props)
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <Box pos="relative">
      <PasswordInput
        {...field}
        value={typeof value === 'string' ? value : ''}
        autoComplete={autoComplete}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        visible={visible}
        onVisibilityChange={setVisible}
        withAsterisk={false}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': `Show ${field.label.toLowerCase()}` }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={capsLock || criteria ? <Notes capsLock={capsLock} criteria={criteria} /> : undefined}
        classNames={{ description: classes.description ?? '' }}
      />
      {criteria && <CriteriaHint criteria={criteria} />}
    </Box>
  )
}

function Notes({ capsLock, criteria }: { capsLock: boolean; criteria: string[] | undefined }) {
  return (
    <>
      {capsLock && <output>Caps Lock is on.</output>}
      {criteria && <VisuallyHidden>A password needs {criteria.join(', ')}.</VisuallyHidden>}
    </>
  )
}

// Positioned with CSS: Mantine's Popover would add a tenth to the script of the login page.
function CriteriaHint({ criteria }: { criteria: string[] }) {
  const [opened, hint] = useDisclosure(false)
  const box = useClickOutside<HTMLDivElement>(hint.close)
  const id = useId()
  return (
    <div className={classes.hint} ref={box}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label="Password criteria"
        aria-expanded={opened}
        aria-controls={id}
        onClick={hint.toggle}
        onBlur={hint.close}
        onKeyDown={({ key }) => key === 'Escape' && hint.close()}
      >
        <Info size={16} aria-hidden />
      </ActionIcon>
      <Paper id={id} hidden={!opened} withBorder shadow="md" radius="md" className={classes.criteria ?? ''}>
        <Text size="sm" fw={600} mb={4}>
          A password needs
        </Text>
        <ul>
          {criteria.map((criterion) => (
            <li key={criterion}>{criterion}</li>
          ))}
        </ul>
      </Paper>
    </div>
  )
}
