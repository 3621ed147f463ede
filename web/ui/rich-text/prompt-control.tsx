import { Button, Group, Popover, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

type AskProps = {
  /** The name of the button in the toolbar. */
  label: string
  icon: ReactNode
  active?: boolean
  disabled?: boolean
  /** What is asked for, above the line to type in. */
  question: string
  placeholder?: string
  /** What stands in the line at first. */
  start: string
  /** What is wrong with an answer; null when nothing is. */
  problem?: (answer: string) => string | null
  /** The word on the button that accepts the answer. */
  accept: string
  onAnswer: (answer: string) => void
  opened: boolean
  onOpen: () => void
  /** Called when it is closed, answered or not. */
  onClose: () => void
}

/** A button of the toolbar that asks for one line of text before it acts. */
export function AskControl({ label, icon, active, disabled, opened, onOpen, onClose, ...asked }: AskProps) {
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
      <Popover.Dropdown>{opened && <Question {...asked} onClose={onClose} />}</Popover.Dropdown>
    </Popover>
  )
}

type QuestionProps = Pick<
  AskProps,
  'question' | 'placeholder' | 'start' | 'problem' | 'accept' | 'onAnswer' | 'onClose'
>

// No form element: it would be one within the form around the field.
function Question({ question, placeholder, start, problem, accept, onAnswer, onClose }: QuestionProps) {
  const line = useRef<HTMLInputElement>(null)
  // At once: until then, what is typed replaces what is selected in the text.
  useLayoutEffect(() => line.current?.focus({ preventScroll: true }), [])
  const [answer, setAnswer] = useState(start)
  const [error, setError] = useState<string | null>(null)
  const give = () => {
    const found = problem?.(answer.trim()) ?? null
    setError(found)
    if (found) return
    onClose()
    onAnswer(answer.trim())
  }
  return (
    <>
      <TextInput
        ref={line}
        data-autofocus
        // Esc closes the question, not the dialog below it.
        data-mantine-stop-propagation
        label={question}
        placeholder={placeholder}
        value={answer}
        maxLength={2000}
        autoComplete="off"
        error={error}
        onChange={({ currentTarget }) => {
          setAnswer(currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            give()
          }
        }}
      />
      <Group justify="flex-end" mt="sm" gap="xs">
        <Button size="xs" variant="default" data-mantine-stop-propagation onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" data-mantine-stop-propagation onClick={give}>
          {accept}
        </Button>
      </Group>
    </>
  )
}
