import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Phrases that ask a text for people what it says. */
const ASKED =
  /\b(?:message|reason|problem|sentence|summary)\??\.(?:includes|startsWith|endsWith|match|search|replace)\(|(?<!typeof )\b\w+\.(?:message|reason|problem|sentence) [!=]== ['"`]/

/** Where that is no decision about our own words, or cannot be another one yet. */
const MAY: Record<string, string> = {
  'server/db/engines/watched-pool.ts': 'the driver gives its error no code',
  'server/integrations/asked.ts': 'it takes out line breaks',
  'server/integrations/refusals/calls.ts': 'it leaves out the client’s word for nothing',
  'server/integrations/webhooks/post-webhook.ts': 'it adds what the text does not say yet',
  'web/ui/rich-text/use-upload-problems.ts': 'it adds what the text does not say yet',
}

it('nothing is decided by a sentence that people read', () => {
  const sources = ['contract', 'server', 'web'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  )
  const asking = sources.filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/\.test\.tsx?$|\/testing\/|\/migrations\//.test(path) &&
      ASKED.test(readFileSync(path, 'utf8')),
  )
  expect(asking.toSorted()).toEqual(Object.keys(MAY).toSorted())
})
