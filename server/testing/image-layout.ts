import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const [, building = '', running = ''] = read('Dockerfile').split(/^FROM .*$/m)

/** What the image's last stage copies from the first. */
export const copiedIntoImage = [...running.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)].map(
  ([, from = '']) => from,
)
/** What the first stage has removed before. */
export const removedFromImage = [...building.matchAll(/node_modules\/\S+(?= |$)/gm)].map(([path]) => path)

type Package = Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>
type Locked = { packages: Record<string, Package> }

/** The packages that a server needs: what `npm prune --omit=dev` leaves, without peer dependencies. */
function productionPackages() {
  const { packages } = JSON.parse(read('package-lock.json')) as Locked
  const needed = new Set<string>()
  const need = ({ dependencies, optionalDependencies }: Package) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = `node_modules/${name}`
      if (needed.has(path) || !packages[path]) continue
      needed.add(path)
      need(packages[path])
      for (const [inner, one] of Object.entries(packages)) if (inner.startsWith(`${path}/node_modules/`)) need(one)
    }
  }
  if (packages['']) need(packages[''])
  return [...needed].filter((path) => existsSync(join(root, path)) && !removedFromImage.includes(path))
}

/**
 * Fills the new folder `app` with what the Dockerfile puts into the image, and returns the environment for running
 * programs there: without the packages' own programs, with links for packages.
 */
export function layOutImage(app: string): Record<string, string> {
  mkdirSync(app)
  for (const path of copiedIntoImage.filter((path) => path !== 'node_modules')) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(app, path), { recursive: true })
  }
  for (const path of productionPackages()) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    symlinkSync(join(root, path), join(app, path))
  }
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH: [dirname(process.execPath), ...PATH.split(':').filter((path) => !path.includes('node_modules'))].join(':'),
    HOME,
    NODE_ENV: 'production',
    // Packages must find each other in the image rather than where the links lead.
    NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
  }
}
