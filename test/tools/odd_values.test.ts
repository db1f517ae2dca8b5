import { expect } from 'chai'
import { inputSchema } from '../../src/tools/listing/schemas.ts'
import { tools } from '../../src/tools/index.ts'
import { mcp, rest } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** Read by String() they throw, or name what every object has, or are more than a number, a text or a list should be. */
const odd: Readonly<Record<string, string>> = {
  'an object without toString': '{"toString":1,"valueOf":1,"length":1}',
  'a list of it': '[{"toString":1}]',
  'its JSON as text': '"{\\"toString\\":1}"',
  'a field __proto__': '{"__proto__":{"toString":1},"constructor":{"prototype":1}}',
  'lists within lists': `${'['.repeat(30)}${']'.repeat(30)}`,
  'a huge number': '1e308',
  'half a character': '"\\ud800 \\udfff"',
}

/** Names that are taken for an argument under its own name. */
const otherNames = ['id', 'status', 'decision', 'level', 'type', 'query', 'thread', 'hub_id', 'user', 'arguments']

/** Every argument alone, and every field within one. */
function* placed(shape: Shape, around: (value: string) => string): Generator<(value: string) => string> {
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    const at = (value: string): string => around(`{${JSON.stringify(name)}:${value}}`)
    yield at
    yield* placed(field, at)
    if (field.items) yield* placed(field.items, (value) => at(`[${value}]`))
  }
}

describe('odd values', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })

  it('are refused or left out in every argument of every tool, and never fail inside', async () => {
    const failed: string[] = []
    // a key that is rotated would be no key for the next call
    for (const tool of tools.filter(({ name }) => name !== 'rotate_key')) {
      const others: Shape = { properties: Object.fromEntries(otherNames.map((name) => [name, {}])) }
      const places = [inputSchema(tool, 'agent') as Shape, others].flatMap((shape) => [...placed(shape, (one) => one)])
      for (const [what, value] of Object.entries(odd)) {
        const asked = places.map(async (at, n) => {
          const args = JSON.parse(at(value)) as object
          const door = n % 2 === 0 ? rest : mcp
          const { error } = await cast.otto.call(tool.name, args, door)
          if (error?.error === 'internal') failed.push(`${tool.name} over ${door.name}: ${what} in ${at('…')}`)
        })
        await Promise.all(asked)
      }
    }
    expect(failed).to.deep.equal([])
  })
})
