import type { KnipConfig } from 'knip'

export default {
  entry: [
    'server/main.ts',
    'server/**/*.{worker,process}.ts',
    'scripts/*.{ts,cjs}',
    'bench/*.ts',
    '{faults,lossless}/*.process.ts',
    // By an alias in vite.config.ts.
    'web/app/zod-without-eval.ts',
  ],
  project: ['**/*.{ts,tsx,cjs}'],
  // Debian's, see scripts/launch.cjs; pg_dump comes with postgresql.
  ignoreBinaries: ['strace', 'unshare', 'pg_dump', 'openssl'],
  // Their files are read by path, see server/integrations/pdf/fonts.ts; the last one is run as a program.
  ignoreDependencies: ['@embedpdf/*', '@expo-google-fonts/*', 'openapi-typescript-codegen'],
  // A part's types and its halves may be named for the reader; what no file uses at all is still found.
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig
