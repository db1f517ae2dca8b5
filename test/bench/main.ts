import { parseArgs } from 'node:util'
import { besideBaselines } from './beside_baselines.ts'
import { felt } from './felt.ts'
import { growth } from './growth.ts'
import { hostile } from './hostile.ts'
import { type MeasureName, measures } from './measures.ts'
import { pages } from './pages.ts'
import { writeReadme } from './report.ts'
import { scale } from './scale.ts'
import { screen } from './screen.ts'
import { statements } from './statements.ts'
import { undoBeside } from './undo.ts'

/**
 * npm run bench [-- --readme] [--only manyThreads,page] [--rounds 3] [--seconds 1.5]
 * npm run bench -- scale
 * npm run bench -- pages
 * npm run bench -- screen
 * npm run bench -- undo
 * npm run bench -- felt
 * npm run bench -- growth
 * npm run bench -- statements
 * npm run bench -- hostile [--seconds 8] [--only search,keys]
 * The service beside its baselines, or a small place beside a large one, or signed-in pages on both, or a post until a reader sees it, or writes beside undo_everything, or what people and agents do most alone and beside others, or more and more processes and what each call costs all of them, or everybody beside somebody's worst, or statements as they are composed beside postgres.js's own, in one run on stores of its own.
 * About two minutes each; keep the machine quiet.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1.5' },
  },
})
const say = (line: string): void => console.error(line)
const pace = { rounds: Number(values.rounds), milliseconds: Number(values.seconds) * 1_000 }
const chosen = (values.only?.split(',') ?? Object.keys(measures)) as MeasureName[]

const runs: Readonly<Record<string, () => Promise<string>>> = {
  scale: () => scale(say, pace),
  pages: () => pages(say, pace),
  screen: () => screen(say),
  statements: () => statements(say),
  undo: () => undoBeside(say),
  felt: () => felt(say),
  growth: () => growth(say, pace),
  hostile: () => hostile(say, Math.max(pace.milliseconds, 5_000), values.only),
}
const [run = ''] = positionals
const text = await (runs[run]?.() ?? besideBaselines(chosen, say, pace))
console.log(text)
if (values.readme) writeReadme(run in runs ? `bench ${run}` : 'bench', text)
