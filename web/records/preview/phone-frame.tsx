import { Button, Group } from '@mantine/core'
import { ALargeSmall, Moon, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Loading } from '#web/ui/feedback/loading.tsx'
import classes from './phone-frame.module.css'
import { choosePreview, usePreviewChoices } from './preview-choices.ts'

type PhoneFrameProps = {
  /** What assistive technology calls it. */
  title: string
  /** What is on its screen: something else is shown from its beginning. */
  beginsWith?: string | undefined
  /** Further choices beside it. */
  choices?: ReactNode
  /** What is on its screen; nothing while that is loading. */
  children: ReactNode
}

/**
 * A phone that shows what owners see, in a document of its own without scripts: light or dark, in two sizes of its
 * screen and of its text, which the browser remembers. It is loaded once; what is on the screen changes in place.
 */
export function PhoneFrame({ title, beginsWith, choices, children }: PhoneFrameProps) {
  const { isDark, hasLargeText, isSmallPhone } = usePreviewChoices()
  const [page, setPage] = useState<Document>()
  // Always the same object: another one would load it anew.
  const [emptyPage] = useState(pageWithStyles)
  useEffect(() => {
    if (!page) return
    page.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
    page.documentElement.style.setProperty('font-size', hasLargeText ? '130%' : '')
  }, [page, isDark, hasLargeText])
  // Browsers answer scrollTo with a promise, which is nothing to clean up.
  useEffect(() => {
    page?.defaultView?.scrollTo(0, 0)
  }, [page, beginsWith])
  return (
    <>
      <Group gap={4} mb="xs" justify="center">
        <Choice icon={Moon} isOn={isDark} onChange={(isDark) => choosePreview({ isDark })}>
          Dark
        </Choice>
        <Choice icon={ALargeSmall} isOn={hasLargeText} onChange={(hasLargeText) => choosePreview({ hasLargeText })}>
          Large text
        </Choice>
        <Choice icon={Smartphone} isOn={isSmallPhone} onChange={(isSmallPhone) => choosePreview({ isSmallPhone })}>
          Small phone
        </Choice>
        {choices}
      </Group>
      <div className={classes.phone} data-small={isSmallPhone || undefined} data-dark={isDark || undefined}>
        <iframe
          title={title}
          sandbox="allow-same-origin"
          srcDoc={emptyPage}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys as well
          tabIndex={0}
          className={classes.screen}
          onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument ?? undefined)}
        />
        {!children && (
          <div className={classes.waiting}>
            <Loading />
          </div>
        )}
      </div>
      {page && createPortal(<Screen>{children}</Screen>, page.body)}
    </>
  )
}

/** Its links lead nowhere: what they open would take the form away. */
const Screen = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: only keeps links from opening
  <div className={classes.content} onClickCapture={(event) => event.preventDefault()}>
    {children}
  </div>
)

type ChoiceProps = { icon: typeof Moon; isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

/** A button that changes how the phone shows what owners see. */
export const Choice = ({ icon: Icon, isOn, onChange, children }: ChoiceProps) => (
  <Button
    variant={isOn ? 'light' : 'subtle'}
    color={isOn ? 'pine' : 'gray'}
    size="compact-sm"
    aria-pressed={isOn}
    leftSection={<Icon size={14} aria-hidden />}
    onClick={() => onChange(!isOn)}
  >
    {children}
  </Button>
)

/** An empty page with the styles of this one. */
function pageWithStyles() {
  const styles = [...document.querySelectorAll('link[rel=stylesheet], style')].map(({ outerHTML }) => outerHTML)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title>${styles.join('')}</head><body></body></html>`
}
