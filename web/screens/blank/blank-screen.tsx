import { screens } from '#web/navigation/screens.ts'
import { Page } from '#web/ui/page/page.tsx'

export function BlankScreen() {
  return <Page title={screens.blank.title}>{null}</Page>
}
