/** What a worker remembers from file to file, and why no test can tell. */
export const KEPT: Record<string, string> = {
  'server/clock.ts last': 'Ids never go back, in no file.',
  'server/clock.ts sequence': 'Ids never go back, in no file.',
  'server/db/raw-query.ts known': 'The same text is always written in the same way.',
  'server/integrations/pdf/text-width.ts known': 'A text has the same width wherever it is measured.',
  'server/integrations/pdf/text-width.ts opened': 'Fonts do not change.',
  'server/auth/passwords.ts common': 'The list of common passwords does not change.',
  'server/testing/build-test-app.ts passwordHash': 'Hashed once a worker.',
  'server/testing/migrated-image.ts image': 'Migrated once a worker.',
  'server/testing/open-test-database.ts servers': 'One connection a worker.',
  'web/api/live-events.ts listeners': 'Its components take theirs away.',
  'web/api/session.ts listeners': 'Modules listen from when they load.',
  'web/app/use-shell.ts loadedShell': 'Code, loaded once.',
  'web/forms/draft-store.ts claiming': 'Its listener on the document is there for good.',
  'web/forms/draft-database.ts opened': 'The connection; what it stores is removed after each test.',
  'web/forms/draft-database.ts opening': 'The connection; what it stores is removed after each test.',
  'web/records/list/views/preferences.ts listeners': 'Its components take theirs away.',
  'web/records/list/state/window-state.ts listeners': 'Its components take theirs away.',
  'web/records/record/loaded-page.tsx Loaded': 'Code, loaded once.',
  'web/testing/bare-texts.ts isWatching': 'It watches for good.',
  'web/testing/setup.ts errors': 'Made anew before each test.',
}

/** Caches that grow as they are used. They are emptied as well, and no test has to do it. */
export const CACHES = new Set(['attacks/contract-inputs.ts texts', 'web/map/topology.ts loaded'])
