import { Button, Group, Popover, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { isOfInputMethod } from '#web/ui/keys/pressed-key.ts'

type PromptControlProps = {
  /** The accessible name of the toolbar button. */
  label: string
  icon: ReactNode
  active?: boolean
  disabled?: boolean
  /** The label of the input. */
  promptLabel: string
  placeholder?: string
  /** The initial text. */
  start: string
  /** Returns the error for an answer, or null. */
  problem?: (answer: string) => string | null
  /** The label of the button that accepts the answer. */
  accept: string
  onAnswer: (answer: string) => void
  opened: boolean
  onOpen: () => void
  /** Called when the popover closes, with or without an answer. */
  onClose: () => void
}

/** A toolbar button with a popover that asks for one line of text. */
export function PromptControl({
  label,
  icon,
  active,
  disabled,
  opened,
  onOpen,
  onClose,
  ...prompt
}: PromptControlProps) {
  return (
    <Popover
      opened={opened}
      onDismiss={onClose}
      trapFocus
      withinPortal
      transitionProps={{ duration: 0 }}
      shadow="md"
      width={340}
      position="bottom-start"
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={label}
          title={label}
          active={active ?? false}
          disabled={disabled ?? false}
          onClick={opened ? onClose : onOpen}
        >
          {icon}
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>{opened && <Prompt {...prompt} onClose={onClose} />}</Popover.Dropdown>
    </Popover>
  )
}

type PromptProps = Pick<
  PromptControlProps,
  'promptLabel' | 'placeholder' | 'start' | 'problem' | 'accept' | 'onAnswer' | 'onClose'
>

const MAX_LENGTH = 2000

// No <form>, because it would be nested in the form around the field.
function Prompt({ promptLabel, placeholder, start, problem, accept, onAnswer, onClose }: PromptProps) {
  const line = useRef<HTMLInputElement>(null)
  // Focused before paint: otherwise the first typed characters replace the selection in the editor.
  useLayoutEffect(() => line.current?.focus({ preventScroll: true }), [])
  const [answer, setAnswer] = useState(start)
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    const message =
      answer.trim().length > MAX_LENGTH ? 'Please use at most 2,000 characters.' : (problem?.(answer.trim()) ?? null)
    setError(message)
    if (message) return
    onClose()
    onAnswer(answer.trim())
  }
  return (
    <>
      <TextInput
        ref={line}
        data-autofocus
        // Esc closes this popover, not the dialog around it.
        data-mantine-stop-propagation
        label={promptLabel}
        placeholder={placeholder}
        value={answer}
        autoComplete="off"
        error={error}
        onChange={({ currentTarget }) => {
          setAnswer(currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isOfInputMethod(event.nativeEvent)) {
            event.preventDefault()
            submit()
          }
        }}
      />
      <Group justify="flex-end" mt="sm" gap="xs">
        <Button size="xs" variant="default" data-mantine-stop-propagation onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" data-mantine-stop-propagation onClick={submit}>
          {accept}
        </Button>
      </Group>
    </>
  )
}
