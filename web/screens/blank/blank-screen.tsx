import { Page } from '#web/ui/page/page.tsx'

export function BlankScreen() {
  return <Page title="Blank">{null}</Page>
}
