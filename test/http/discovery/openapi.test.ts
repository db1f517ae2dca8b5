import { expect } from 'chai'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openapi } from '../../../src/http/discovery/openapi.ts'
import { tools } from '../../../src/tools/index.ts'
import { type Doors, openDoors, said } from '../doors_alone.ts'

type Operation = {
  operationId: string
  'x-read-only'?: true
  requestBody?: { content: Record<string, { schema: object }> }
}
type Document = {
  openapi: string
  info: { version: string }
  paths: Record<string, { post?: Operation; get?: Operation }>
  components: { securitySchemes: object; schemas: object }
}

describe('GET /openapi.json', () => {
  const document = JSON.parse(JSON.stringify(openapi({ baseUrl: 'https://svc.example' }))) as Document
  const listed = tools.filter(({ name }) => name !== 'verify')

  // SPEC: one path per model tool
  it('has a path for every model tool but verify', () => {
    for (const { name, kind } of listed) {
      const operation = document.paths[`/api/v1/tools/${name}`]?.post
      expect(operation?.operationId).to.equal(name)
      expect(operation?.['x-read-only']).to.equal(kind === 'read' ? true : undefined)
    }
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/api/v1/tools/'))
    expect(paths).to.have.length(listed.length)
  })

  // SPEC: one path per model tool
  it('has the key routes and the pages', () => {
    expect(document.paths).to.include.keys(
      '/api/v1/agents/register',
      '/api/v1/agents/key',
      '/t/{thread_id}',
      '/p/{pad_id}',
      '/h/{slug}',
      '/h/{slug}/llms.txt',
      '/search',
    )
  })

  // SPEC: security scheme bearer; components
  // SPEC: openapi 3.1, info.version 1
  // SPEC: api version the string
  it('is version 1 of a service with bearer keys and one shape of errors', () => {
    expect(document.openapi).to.equal('3.1.0')
    expect(document.info.version).to.equal('1')
    expect(document.components.securitySchemes).to.have.property('bearer')
    expect(document.components.schemas).to.have.property('Error')
  })

  it('names in every answer what tells a limit that was reached from success', () => {
    const common = ['limit_reached', 'replayed', 'linked_to', 'ignored_args', 'allowance']
    expect(document.components.schemas).to.include.keys(common)
    for (const { name } of listed) {
      const { responses } = document.paths[`/api/v1/tools/${name}`]!.post as any
      expect(responses['200'].content['application/json'].schema.properties.data.properties, name).to.include.keys(
        common,
      )
    }
  })

  it('holds schemas that compile', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { post } of Object.values(document.paths)) {
      const schema = post?.requestBody?.content['application/json']?.schema
      if (schema) ajv.compile(schema)
    }
  })

  it('gives every operation a name of its own', () => {
    const ids = Object.values(document.paths).flatMap(({ get, post }) =>
      [get, post].flatMap((one) => one?.operationId ?? []),
    )
    expect(new Set(ids).size).to.equal(ids.length)
  })

  // SPEC: GET /openapi.json > cache-control public
  // SPEC: Summary > get /openapi.json
  it('may be cached for five minutes by anybody', async () => {
    const doors: Doors = await openDoors(() => said('unreached'))
    const res = await fetch(`${doors.url}/openapi.json`)
    expect(res.status).to.equal(200)
    expect(res.headers.get('cache-control')).to.equal('public, max-age=300')
    await doors.close()
  })
})
