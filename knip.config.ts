import type { KnipConfig } from 'knip'

export default {
  // Found by themselves only among dependencies and devDependencies.
  vitest: true,
  playwright: true,
  oxlint: true,
  entry: [
    'server/main.ts',
    'server/**/*.{worker,process}.ts',
    'scripts/*.{ts,cjs}',
    'bench/*.ts',
    '{attacks,faults,lossless}/*.process.ts',
    // What imports will read files with.
    'server/tables/reading/read-table.ts',
    // By an alias in vite.config.ts.
    'web/app/zod-without-eval.ts',
    // Made by a generator, which reads the other one; the example app uses a part of it.
    'e2e/app/{client,orval.config}.ts',
  ],
  project: ['**/*.{ts,tsx,cjs}'],
  // Debian's, see scripts/launch.cjs; pg_dump comes with postgresql.
  ignoreBinaries: ['strace', 'unshare', 'pg_dump', 'openssl'],
  // Their files are read by path, see server/integrations/pdf/fonts.ts.
  ignoreDependencies: ['@embedpdf/*', '@expo-google-fonts/*'],
  // A part's types and its halves may be named for the reader; what no file uses at all is still found.
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig
