import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { characters } from '../src/text/characters.ts'
import { type Field, type Finding, type SecretKind, secretSpans, type Span } from '../src/text/secrets.ts'

/** The profiler keeps every mark and searches them all at the next one: after a million scans a core stands still. */
secretLintProfiler.mark = () => undefined

/** Its comment rule would let a post switch the scan off. */
const commentRule = '@secretlint/secretlint-rule-filter-comments'

const config = {
  rules: rules.filter((rule) => rule.meta.id !== commentRule).map((rule) => ({ id: rule.meta.id, rule, options: {} })),
}

const kinds: Readonly<Record<string, SecretKind>> = {
  '@secretlint/secretlint-rule-aws': 'cloud_token',
  '@secretlint/secretlint-rule-gcp': 'cloud_token',
  '@secretlint/secretlint-rule-privatekey': 'private_key',
  '@secretlint/secretlint-rule-basicauth': 'password_in_url',
  '@secretlint/secretlint-rule-database-connection-string': 'password_in_url',
  '@secretlint/secretlint-rule-github': 'git_token',
}

/** Everything in these texts that looks like a secret: our own patterns and the engine's, each place once. */
export async function scanSecrets(fields: readonly Field[]): Promise<Finding[]> {
  const found = await Promise.all(fields.map(scan))
  return found.flat().map(({ kind, field, at }) => ({ kind, field, at }))
}

export default scanSecrets

async function scan({ field, text }: Field): Promise<Span[]> {
  const spans = secretSpans({ field, text })
  const { messages } = await lintSource({
    source: { filePath: 'text.json', content: text, contentType: 'text', ext: '.json' },
    options: { config, noPhysicFilePath: true },
  })
  for (const { ruleId, range } of messages) {
    const [from, to] = range
    if (spans.some((span) => from < span.to && to > span.from)) continue
    spans.push({ kind: kinds[ruleId] ?? 'service_token', field, from, to, at: characters(text.slice(0, from)) })
  }
  return spans.sort((a, b) => a.from - b.from)
}
