import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { generatorFrom, SEED } from './seed.ts'

/**
 * Runs test files in a different order each time, so that what one leaves for the next shows early. Prints how to
 * repeat the run.
 */
export class RandomOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const seed = Number(process.env.TEST_ORDER ?? Math.floor(Math.random() * 2 ** 31))
    process.stdout.write(
      `TEST_ORDER=${seed} repeats this order of the test files, TEST_SEED=${SEED} the random inputs.\n`,
    )
    return inRandomOrder(files, seed)
  }
}

type Placed = { moduleId: string; project: { name: string; config: { sequence: { groupOrder: number } } } }

/** These take minutes: one that began last would run alone at the end. */
const LONG =
  /\/faults\/(operators-day|commands|outside|take-over|postgres-start|postgres-move|due|postgres-servers)\.test\.ts$/

/**
 * The same files in the seed's order, long ones first. Files of a project stay together: a worker is kept only for its
 * project.
 */
export function inRandomOrder<File extends Placed>(files: File[], seed: number) {
  const random = generatorFrom(seed)
  return files
    .toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
    .map((file) => ({ file, place: LONG.test(file.moduleId) ? -random() : random() }))
    .toSorted(
      ({ file: one, place }, { file: other, place: otherPlace }) =>
        one.project.config.sequence.groupOrder - other.project.config.sequence.groupOrder ||
        one.project.name.localeCompare(other.project.name) ||
        place - otherPlace,
    )
    .map(({ file }) => file)
}
