import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: 'web',
  // Zod would try whether the content security policy allows eval.
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/app/zod-without-eval.ts') }] },
  plugins: [react(), stylesOfComponents(), appSettingsInDevelopment(), signedInFiles(), compressed()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that know light-dark(), which older targets would have rewritten.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first page names all the others: shorter names are a part of its weight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Few chunks, because each costs a round trip and time of the main thread. A group takes what its modules
          // import along, so the order is: what every page needs, what visitors' pages need, what signed-in pages need.
          // Toasts have a chunk of their own, because they load after the page; what lists share with them does not.
          groups: [
            // What changes with an update of the libraries only.
            {
              name: 'base',
              priority: 4,
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*nfiniteQuery(Observer)?\.js$)/,
            },
            {
              name: 'start',
              priority: 3,
              // With what is small and shared by chunks that load apart.
              test: /web\/(app\/(guards|providers|root|route-error))\.tsx$|web\/ui\/feedback\/toast\.ts$|@babel\/runtime\/|\/(get-style-object|get-default-z-index|use-merged-ref)\.mjs$/,
            },
            {
              name: 'account',
              priority: 2,
              test: /web\/(ui\/account\/|sign-in\/sign-in-form|screens\/login\/)/,
            },
            // Schemas and what checks them, which the login page can do without.
            {
              name: 'contract',
              priority: 1.5,
              test: /node_modules\/zod\/|contract\/(account|sign-in|fields|records)\.ts$/,
            },
            {
              name: 'overlays',
              priority: 2,
              test: /node_modules\/(react-remove-scroll|@mantine\/core\/esm\/components\/Portal)\//,
            },
            { name: 'toasts', priority: 2, test: /web\/ui\/feedback\/toast-container\.tsx$/ },
            {
              name: 'lists',
              priority: 1,
              test: /web\/(forms\/|ui\/page\/|app\/(shell|session-gate|sign-in-over)|records\/(page\/visited|list\/elsewhere\/search-requests|(list|record)\/(?!collisions|bulk-dialogs|set-field|cell-editor|record-select|relations|delete-or)[\w-]+)\.tsx?$)/,
            },
            // What shows rich text, with its styles, which the editor shares.
            { name: 'reading', priority: 0.6, test: /web\/ui\/rich-text\/rich-text(-view\.tsx|\.module\.css)$/ },
            // Small parts that several screens share: apart, each would add its name to the first page.
            {
              name: 'parts',
              priority: 0.5,
              test: /contract\/zoned-time\.ts$|web\/(records\/(publishing|plan)\/[\w-]+|ui\/(zoned-time|fields\/(textarea|moment)-field|refusing-button|image\/use-file-preview|description-list|feedback\/upload-progress)|records\/change\/(when|person|record-link|sentence\/(change-sentence|fold-link|sentence)|undo\/undo-button))\.tsx?$|icons\/(smartphone|mail-x|database-backup|key-square)\.\w+$/,
            },
            // What administrators set up, rarely. Last, as what it shares with others would come with it.
            {
              name: 'programs',
              priority: 0.4,
              test: /web\/(screens\/(keys|webhooks|rollover)\/|shared-forms\/program-types-field)/,
            },
          ],
        },
      },
    },
    // The editor of rich texts and the base are large by themselves.
    chunkSizeWarningLimit: 900,
  },
  // Not all of /api: the application's own sources in web/api are served under it as well.
  server: { proxy: { '/api/v1': server, '/api/docs': server, '/files': server } },
})

/** Loads the styles of each of Mantine's components with the component, in place of all at once. */
function stylesOfComponents(): Plugin {
  const styles = '@mantine/core/styles'
  const forAll = ['default-css-variables', 'baseline', 'global']
  const importing = (names: string[]) => names.map((name) => `import '${styles}/${name}.layer.css'\n`).join('')
  const [allStyles, forAllStyles] = [`${styles}.layer.css`, '\0mantine-styles']
  return {
    name: 'styles-of-components',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === allStyles ? forAllStyles : undefined),
    load: (id) => (id === forAllStyles ? importing(forAll) : undefined),
    transform(code, id) {
      const name = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1]
      return name && { code: importing([name]) + code, map: null }
    },
  }
}

/** Puts the settings into the page, as the server does in production. */
function appSettingsInDevelopment(): Plugin {
  const keyFile = join(process.env.DATA_DIR ?? './data', 'api-key')
  return {
    name: 'app-settings',
    apply: 'serve',
    transformIndexHtml: (html) => {
      const apiKey = process.env.API_KEY ?? readFileSync(keyFile, 'utf8').trim()
      return html.replace('<!--app-settings-->', JSON.stringify({ api: '/api/v1', apiKey }))
    },
  }
}

/** Tells web/public/first.js what signed-in pages need besides what the page itself names. */
function signedInFiles(): Plugin {
  return {
    name: 'signed-in-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entries = chunks.filter(({ facadeModuleId }) =>
          /\/web\/app\/signed-in(-screens)?\.ts$/.test(facadeModuleId ?? ''),
        )
        if (entries.length < 2)
          throw new Error('web/app/signed-in.ts and signed-in-screens.ts have no chunks of their own')
        const needed = new Set(entries)
        for (const { imports } of needed) {
          for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk)
        }
        const files = [...needed].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
        const missing = files.map((file) => `/${file}`).filter((path) => !html.includes(path))
        return html.replace('src="/first.js"', `src="/first.js" data-signed-in="${missing.join(' ')}"`)
      },
    },
  }
}

/** The best there is, in blocks that fit our scripts best: made once, sent to everybody. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MIN_INPUT_BLOCK_BITS,
  },
}

/**
 * Lays compressed copies beside every asset, which the server sends to browsers that take them: brotli, and gzip for
 * those that reach it without TLS and so do not ask for brotli.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      // The build copies it as it is.
      const first = join(dir, 'first.js')
      await writeFile(first, (await minify(first, await readFile(first, 'utf8'))).code)
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|json)$/.test(file))
          .map(async (file) => {
            const path = join(dir, file)
            const content = await readFile(path)
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content, BROTLI))
            await writeFile(`${path}.gz`, await promisify(gzip)(content))
          }),
      )
    },
  }
}
