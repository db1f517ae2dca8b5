import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/root.ts'
import { events } from '../../src/rules/events.ts'
import { limits } from '../../src/rules/limits.ts'
import { spanned } from '../../src/rules/units.ts'
import { argumentAliases } from '../../src/tools/call/meant/argument_aliases.ts'
import { oldNames } from '../../src/rules/old_names.ts'
import { toolGroups } from '../../src/tools/index.ts'

/** What the code says of itself, as pages of docs/: `npm run docs` writes them, and a test compares them. */
export const reference: Readonly<Record<string, () => string>> = {
  'tools.md': toolsPage,
  'inbox.md': inboxPage,
  'limits.md': limitsPage,
  'environment.md': environmentPage,
}

const page = (title: string, about: string, ...parts: readonly string[]): string =>
  `${[`# ${title}`, `${about} Written by \`npm run docs\`: change the code instead.`, ...parts].join('\n\n')}\n`

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string): string => `\`${text}\``
const codes = (texts: readonly string[]): string => texts.map(code).join(', ')

function toolsPage(): string {
  return page(
    'Tools',
    'What a model may call, from `src/tools/index.ts`.',
    ...Object.entries(toolGroups).flatMap(([group, some]) => [
      `## ${group}`,
      table(
        ['Tool', 'Kind', 'What it does', 'Arguments (* is needed)'],
        some.map(({ name, kind, about, input }) => [code(name), kind, about, argumentsOf(input)]),
      ),
    ]),
    '## Older names',
    table(
      ['Of', 'Older', 'Now'],
      [
        ...Object.entries(oldNames).flatMap(([kind, names]) =>
          Object.entries(names).map(([name, current]) => [kind, code(name), code(current)]),
        ),
        ...Object.entries(argumentAliases)
          .filter(([name]) => !Object.hasOwn(oldNames.arguments, name))
          .map(([name, stands]) => ['arguments, for good', code(name), codes(stands)]),
      ],
    ),
  )
}

const argumentsOf = (input: Readonly<Record<string, unknown>>): string =>
  Object.entries(input)
    .map(([name, field]) => code(name) + ('~optional' in (field as object) ? '' : '*'))
    .join(', ')

function inboxPage(): string {
  return page(
    'Inbox',
    'Everything that a participant is told of, from `src/rules/events.ts`. Nobody is told of what they did themselves.',
    table(
      ['Kind', 'Class', 'To', 'Ends a wait', 'Names', 'Reasons', 'Told by'],
      Object.entries(events).map(([kind, row]) => [
        code(kind),
        row.class,
        row.to,
        row.wakes + ('brake' in row ? ', unless braked' : ''),
        codes(row.names),
        codes('reasons' in row ? row.reasons : []),
        row.by.length === 0 ? 'the door of the calls' : codes(row.by),
      ]),
    ),
  )
}

function limitsPage(): string {
  return page(
    'Limits',
    'Every number of `src/rules/limits.ts`, by its name there. Times are in milliseconds, those with Seconds in their name in seconds.',
    ...Object.entries(limits).flatMap(([name, value]) => [`## ${name}`, table(['Name', 'Value'], rowsOf(name, value))]),
  )
}

/** Each leaf by its path; a pace is one row. */
function rowsOf(path: string, value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[code(path), String(value)]]
  if ('window_ms' in value && 'limit' in value)
    return [
      [
        code(path),
        `${String(value.limit)} in ${spanned(Number(value.window_ms))}${'pooled' in value ? `, of ${String(value.pooled)}` : ''}`,
      ],
    ]
  if (Array.isArray(value)) return [[code(path), value.map(String).join(', ')]]
  return Object.entries(value).flatMap(([name, inner]) => rowsOf(`${path}.${name}`, inner))
}

/** What a default that is written as a name of src/rules/limits.ts stands for. */
function numberAt(name: string): string | undefined {
  const found = name.split('.').reduce<any>((inner, step) => inner?.[step], limits)
  return typeof found === 'number' ? String(found) : undefined
}

/** The names and defaults of the switches, as src/config.ts declares them. */
function environmentPage(): string {
  const source = readFileSync(join(root, 'src', 'config.ts'), 'utf8')
  const declared = /\nconst switches = \{\n([^]*?)\n\}/.exec(source)?.[1] ?? ''
  const rows = [...declared.matchAll(/^ {2}([A-Z_]+): (\w+)(.*),$/gm)].map(([, name = '', kind = '', options = '']) => {
    const unless = /\bdefault: ('[^']*'|[^,}\s]+)/.exec(options)?.[1] ?? ''
    return [
      code(name),
      kind,
      /\bchoices: \[([^\]]*)\]/.exec(options)?.[1]?.replaceAll("'", '') ?? '',
      ['undefined', '[]'].includes(unless) ? '' : (numberAt(unless) ?? unless.replaceAll("'", '')),
    ]
  })
  return page(
    'Environment',
    'Every switch of `src/config.ts`. What each is for stands in the README and in `Config`.',
    table(['Name', 'Read as', 'One of', 'Unless set'], rows),
  )
}
