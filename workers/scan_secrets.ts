import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { addSecrets, type Field, type Finding, placesIn, type SecretKind } from '../src/text/unwanted/secrets.ts'

/** The profiler scans all its marks at each new one: after a million scans that uses a whole core. */
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

/** Finds what looks like a secret: by the patterns of src/text/unwanted/secrets.ts and by the engine, each place once. */
export async function scanSecrets(fields: readonly Field[]): Promise<Finding[]> {
  return (await Promise.all(fields.map(scan))).flat()
}

export default scanSecrets

async function scan(field: Field): Promise<Finding[]> {
  const places = placesIn(field)
  addSecrets(places, field.text)
  const { messages } = await lintSource({
    source: { filePath: 'text.json', content: field.text, contentType: 'text', ext: '.json' },
    options: { config, noPhysicFilePath: true },
  })
  for (const { ruleId, range } of messages) places.add(kinds[ruleId] ?? 'service_token', range[0], range[1])
  return places.findings()
}
