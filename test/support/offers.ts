import { tools } from '../../src/tools/index.ts'

/** A call that an answer names, with the arguments that it says and those that it leaves to the reader. */
export interface Offer {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** names of arguments whose values stand elsewhere */
  readonly unsaid: readonly string[]
  readonly words: string
}

const inputs = new Map<string, object>(tools.map(({ name, input }) => [name, input]))
const named = new RegExp(`\\b(${[...inputs.keys()].join('|')})\\b(?: again)? with `, 'g')
/** Between arguments. */
const joining = new Set(['and', 'or', ',', 'its', 'the', 'that', 'a'])
/** The words of a sentence that goes on after the arguments. */
const goesOn =
  /^(?:of|reads|answers|says|shows|takes|lists|finds|ends|removes|folds|leaves|tells|brings|hands|here|it|alone|first)$/

/** The service's own lines: what stands between fences is a participant's. */
export function ownLines(text: string): readonly string[] {
  let fence: string | undefined
  return text.split('\n').filter((line) => {
    const mark = /^~{4,}/.exec(line)?.[0]
    const wasOpen = fence !== undefined
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = wasOpen ? undefined : mark
    return !wasOpen && mark === undefined
  })
}

/** Every call that a line names as `tool with this and that 1`; where it names two values, a call for each. */
export function offersIn(line: string): readonly Offer[] {
  const found = [...line.matchAll(named)]
  return found.flatMap((match, n) => {
    const [start, tool = ''] = match
    const words = line.slice(match.index, found[n + 1]?.index)
    const [said = ''] = words
      .slice(start.length)
      .replaceAll(': true', ' true')
      .split(/[.;](?:\s|$)|: /)
    return callsOf(said.replaceAll(/[{}]/g, ' ').replaceAll(',', ' , ').split(/\s+/).filter(Boolean), tool, words)
  })
}

function callsOf(tokens: readonly string[], tool: string, words: string): readonly Offer[] {
  const input = inputs.get(tool) ?? {}
  let calls: readonly Record<string, unknown>[] = [{}]
  const unsaid: string[] = []
  const rest = [...tokens]
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (joining.has(name)) continue
    if (!(name in input)) break
    const values = takeValues(rest, input)
    if (values.length === 0) unsaid.push(name)
    else calls = values.flatMap((value) => calls.map((call) => ({ ...call, [name as string]: value })))
  }
  return calls.map((args) => ({ tool, args, unsaid, words }))
}

/** Takes the values that an argument is said to have from the words after its name: one, or several of which one is sent. */
function takeValues(rest: string[], input: object): readonly unknown[] {
  const values: unknown[] = []
  const isValue = (token: string | undefined): token is string =>
    token !== undefined && !joining.has(token) && !(token in input) && !inputs.has(token) && !goesOn.test(token)
  while (isValue(rest[0])) {
    const token = rest.shift() as string
    values.push(token === 'true' ? true : /^\d+$/.test(token) ? Number(token) : token)
    if (['or', ','].includes(rest[0] ?? '') && isValue(rest[1])) rest.shift()
    else break
  }
  return values
}
