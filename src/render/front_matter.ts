import { type Markdown, safe } from './md.ts'

/** YAML between two `---` lines, every value JSON-quoted; undefined values have no line. */
export const frontMatter = (fields: Readonly<Record<string, string | number | boolean | undefined>>): Markdown =>
  safe(
    [
      '---',
      ...Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
      '---',
    ].join('\n'),
  )
