import { Button } from '@mantine/core'
import { Smartphone } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { PreviewType } from '#contract/preview.ts'
import type { RecordRow } from '#contract/records.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { choosePreview, usePreviewChoices } from './preview-choices.ts'
import classes from './with-preview.module.css'

const FormPreview = lazy(() => import('./previews.ts').then((view) => ({ default: view.FormPreview })))

/** How wide a dialog is with its form of this size, and the preview beside it. */
const WIDTHS = { md: 920, xl: 1180 }

/** The width of a dialog whose form has the preview beside it; undefined where there is none. */
export function useWidthWithPreview(hasPreview: boolean, size: keyof typeof WIDTHS) {
  const { isOpen } = usePreviewChoices()
  const isNarrow = useNarrowerThan('lg')
  return hasPreview && isOpen && !isNarrow ? WIDTHS[size] : undefined
}

type WithPreviewProps = {
  /** The kind of the record. */
  type: string
  values: object
  record: RecordRow | undefined
  /** Something else stands in its place. */
  hidden: boolean
  children: ReactNode
}

/** A form with what owners would see of it: beside it where there is room, which can be turned off, else in a tab. */
export function WithPreview({ type, values, record, hidden, children }: WithPreviewProps) {
  const { isOpen } = usePreviewChoices()
  const isNarrow = useNarrowerThan('lg')
  const [tab, setTab] = useState<Tab>('form')
  const [wasShown, setWasShown] = useState(false)
  const id = useId()
  const isShown = !hidden && (isNarrow ? tab === 'preview' : isOpen)
  if (isShown && !wasShown) setWasShown(true)
  const panel = (name: Tab) => isNarrow && { role: 'tabpanel', 'aria-labelledby': `${id}-${name}-tab` }
  return (
    <div className={classes.both} hidden={hidden}>
      {isNarrow && <FormTabs id={id} tab={tab} onChange={setTab} />}
      <div className={classes.form} id={`${id}-form`} {...panel('form')} hidden={isNarrow && tab !== 'form'}>
        {!isNarrow && !isOpen && (
          <Button
            variant="subtle"
            size="compact-sm"
            ml="auto"
            leftSection={<Smartphone size={16} aria-hidden />}
            onClick={() => choosePreview({ isOpen: true })}
          >
            Show preview
          </Button>
        )}
        {children}
      </div>
      <div
        className={classes.preview}
        id={`${id}-preview`}
        {...panel('preview')}
        // Not taken out of the layout, where it would lose its place.
        data-unseen={!isShown || undefined}
      >
        {wasShown && (isNarrow || isOpen) && (
          <Suspense>
            <FormPreview
              type={type as PreviewType}
              values={values}
              record={record}
              isShown={isShown}
              onHide={isNarrow ? undefined : () => choosePreview({ isOpen: false })}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

type Tab = 'form' | 'preview'
const tabs: Record<Tab, string> = { form: 'Form', preview: 'Preview' }

function FormTabs({ id, tab, onChange }: { id: string; tab: Tab; onChange: (tab: Tab) => void }) {
  function onKeyDown({ key, currentTarget }: KeyboardEvent) {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const other = tab === 'form' ? 'preview' : 'form'
    onChange(other)
    currentTarget.parentElement?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${other}-tab`)}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Form and preview" className={classes.tabs}>
      {(Object.keys(tabs) as Tab[]).map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}-tab`}
          aria-controls={`${id}-${name}`}
          aria-selected={name === tab}
          tabIndex={name === tab ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(name)}
          onKeyDown={onKeyDown}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  )
}
