import { expect } from 'chai'
import { hashOf } from '../../../src/identity/secrets.ts'
import { lifetimes } from '../../../src/rules/limits.ts'
import { minutes } from '../../../src/rules/units.ts'
import { askToken, authorizeQuery, claudesCallback, pkce, sayOn, showConsent } from '../../support/assistant.ts'
import { type Person, signIn } from '../../support/cast.ts'
import { withServer } from '../../support/here.ts'
import { startServer } from '../../support/server.ts'

/** The document was read before: what stands behind the address is another suite's. */
describe('a client that goes by the address of its metadata', () => {
  const client_id = 'https://app.invalid/client.json'
  const server = withServer()
  let url: string
  let ada: Person

  before(async () => {
    url = server.url
    ada = await signIn(server, 'Ada')
  })

  const wasRead = (client_id: string, redirect_uris: readonly string[]) =>
    server.parts.shortLived
      .of('client_metadata')
      .put(hashOf(client_id), { document: JSON.stringify({ client_id, redirect_uris }) }, lifetimes.clientMetadata)

  // SPEC: client id metadata documents
  it('connects without having registered', async () => {
    await wasRead(client_id, ['https://app.invalid/cb'])
    const { verifier, challenge } = pkce()
    const redirect_uri = 'https://app.invalid/cb'
    const shown = await showConsent(url, authorizeQuery({ client_id, redirect_uri, challenge }), ada.session)
    expect(shown.text).to.include('An app (<bdi>app.invalid</bdi>)').and.include('not verified')
    const { location } = await sayOn(url, shown, ada.session, 'allow')
    const code = location?.searchParams.get('code') ?? ''
    const fields = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }
    expect((await askToken(url, { ...fields, client_id: 'https://other.invalid/x' })).body['error']).to.equal(
      'invalid_grant',
    )
    expect((await askToken(url, { ...fields, client_id })).status).to.equal(200)
    const [connection] = (await ada.settings('credentials')).body['connections'].filter(
      ({ kind }: { kind: string }) => kind === 'oauth',
    )
    expect(connection).to.include({ label: 'app.invalid', host: 'app.invalid', verified_host: false })
  })

  it('is the host that serves it', async () => {
    const claude = 'https://claude.ai/oauth/client.json'
    await wasRead(claude, [claudesCallback])
    const { challenge } = pkce()
    const shown = await showConsent(url, authorizeQuery({ client_id: claude, challenge }), ada.session)
    expect(shown.text).to.include('<b>Claude</b> wants to work for you')
  })

  it('is not that host where a program on this computer would hear the answer', async () => {
    const claude = 'https://claude.ai/oauth/local.json'
    const redirect_uri = 'http://127.0.0.1:9999/cb'
    await wasRead(claude, [claudesCallback, 'http://127.0.0.1/cb'])
    const { challenge } = pkce()
    const shown = await showConsent(url, authorizeQuery({ client_id: claude, redirect_uri, challenge }), ada.session)
    expect(shown.text).to.include('an app on this computer, described by claude.ai').and.include('not verified')
  })

  it('gets one code for one yes', async () => {
    await wasRead(client_id, ['https://app.invalid/cb'])
    const query = authorizeQuery({ client_id, redirect_uri: 'https://app.invalid/cb', challenge: pkce().challenge })
    const [shown, beside] = [await showConsent(url, query, ada.session), await showConsent(url, query, ada.session)]
    expect((await sayOn(url, shown, ada.session, 'allow')).location?.searchParams.has('code')).to.equal(true)
    expect((await sayOn(url, shown, ada.session, 'allow')).location).to.equal(undefined)
    expect((await sayOn(url, beside, ada.session, 'allow')).location?.searchParams.has('code')).to.equal(true)
  })

  it('is asked again after 10 minutes, and shown a page where nobody answers', async () => {
    await wasRead(client_id, ['https://app.invalid/cb'])
    const query = authorizeQuery({ client_id, redirect_uri: 'https://app.invalid/cb', challenge: pkce().challenge })
    expect((await showConsent(url, query, ada.session)).status).to.equal(200)
    await server.advance(minutes(10))
    const { status, text } = await showConsent(url, query, ada.session)
    expect(status).to.equal(400)
    expect(text).to.include('cannot be reached')
  })

  it('is told to register where SVC_CIMD is off, and hosts are not told that they may come so', async () => {
    const document = '/.well-known/oauth-authorization-server'
    const offers = async (at: string): Promise<object> => (await (await fetch(at + document)).json()) as object
    expect(await offers(url)).to.include({ client_id_metadata_document_supported: true })
    const shut = await startServer({ SVC_CIMD: 'off' })
    expect(await offers(shut.url)).not.to.have.property('client_id_metadata_document_supported')
    const query = authorizeQuery({ client_id, redirect_uri: 'https://app.invalid/cb', challenge: pkce().challenge })
    const { status, text } = await showConsent(shut.url, query, (await signIn(shut, 'Ada')).session)
    expect(status).to.equal(400)
    expect(text).to.include('POST /oauth/register')
    await shut.stop()
  })
})
