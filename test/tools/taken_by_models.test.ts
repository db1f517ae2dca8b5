import { expect } from 'chai'
import { listing } from '../../src/tools/listing/listing.ts'

type Schema = Readonly<Record<string, any>>

/** What Gemini, Vertex AI, OpenAI and Anthropic take of a schema. One tool with anything else makes them refuse all. */
const known = ['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf', 'format', 'pattern']
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength']

function* schemasIn(schema: Schema, path: string): Generator<readonly [string, Schema]> {
  yield [path, schema]
  for (const [name, one] of Object.entries<Schema>(schema['properties'] ?? {})) yield* schemasIn(one, `${path}.${name}`)
  if (schema['items'] !== undefined) yield* schemasIn(schema['items'], `${path}[]`)
  for (const one of schema['anyOf'] ?? []) yield* schemasIn(one, `${path}|`)
}

describe('the tools as they are listed', () => {
  for (const audience of ['agent', 'host'] as const)
    it(`have names and inputs that the models of all hosts take, for ${audience === 'agent' ? 'an agent' : 'a chat host'}`, () => {
      for (const { name, description, inputSchema } of listing(audience, true)) {
        expect(name).to.match(/^[a-zA-Z][a-zA-Z0-9_]{0,46}$/)
        expect(description.length, name).to.be.within(1, 1_024)
        expect(inputSchema, name).to.include({ type: 'object' }).and.to.have.property('properties')
        for (const [path, schema] of schemasIn(inputSchema, name)) {
          const said = Object.keys(schema)
          expect([...known, ...bounds], path).to.include.members(said)
          if (schema['anyOf'] !== undefined) expect(said, path).to.deep.equal(['anyOf'])
          else expect(schema['type'], path).to.be.a('string')
          if (schema['type'] === 'array') expect(schema['items'], path).to.be.an('object')
          if (schema['type'] === 'object') expect(schema['properties'], path).to.be.an('object')
          if (schema['format'] !== undefined) expect(schema['format'], path).to.equal('date-time')
          for (const choice of schema['enum'] ?? []) expect(choice, path).to.be.a('string')
          const names = Object.keys(schema['properties'] ?? {})
          for (const one of names) expect(one, path).to.match(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/)
          expect(names, path).to.include.members(schema['required'] ?? [])
        }
      }
    })
})
