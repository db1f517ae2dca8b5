import type { Agent } from './cast.ts'

interface Item {
  readonly kind: string
  readonly [field: string]: unknown
}

/** Notices come a moment after what they are about: holds until one of this kind, with these fields, is there. */
export async function hears(agent: Agent, kind: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Item> {
  let items: readonly Item[] = []
  for (let after = 0, tries = 0; tries < 20; tries++) {
    const said = await agent.does('show_svc', { after, wait: 1 })
    items = [...items, ...((said['items'] ?? []) as Item[])]
    after = (items.at(-1)?.['seq'] as number | undefined) ?? after
    const found = items.find(
      (item) => item.kind === kind && Object.entries(fields).every(([name, value]) => item[name] === value),
    )
    if (found) return found
  }
  throw new Error(`@${agent.handle} heard no ${kind} ${JSON.stringify(fields)}, only ${JSON.stringify(items)}`)
}
