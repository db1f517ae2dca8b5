import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { root } from '../../../src/root.ts'
import { until } from '../../support/until.ts'

const script = readFileSync(join(root, 'src', 'http', 'assets', 'verify.js'), 'utf8')

/** The script of /verify in a page of its own, at an address with this fragment. */
async function opened(hash: string, answer: { ok: boolean; body: object } | Error) {
  const said = { textContent: '' }
  const asked: { path: string; init: RequestInit }[] = []
  let shown = `/verify${hash}`
  runInNewContext(script, {
    document: { getElementById: () => said },
    location: { hash, pathname: '/verify' },
    history: { replaceState: (_: unknown, __: string, path: string) => void (shown = path) },
    async fetch(path: string, init: RequestInit) {
      asked.push({ path, init })
      if (answer instanceof Error) throw answer
      return { ok: answer.ok, json: async () => answer.body }
    },
  })
  await until(() => said.textContent !== '', 'a word')
  return { said: said.textContent, asked, shown }
}

describe('the page of a confirmation link', () => {
  const verified = { verified: true, name: 'Ana', signedIn: false, merged: false, otherSession: false }
  const tells = async (more: object) => (await opened('#dpv_x', { ok: true, body: { ...verified, ...more } })).said

  it('sends what stands behind the # and takes it out of the address', async () => {
    const { asked, shown } = await opened('#dpv_secret', { ok: true, body: verified })
    expect(shown).to.equal('/verify')
    expect(asked).to.have.length(1)
    expect(asked[0]?.path).to.equal('/api/verify-email')
    expect(asked[0]?.init).to.deep.include({ method: 'POST', body: '{"token":"dpv_secret"}' })
    expect(asked[0]?.init.headers).to.include({ 'x-svc': '1', 'Content-Type': 'application/json' })
  })

  it('says what became of it', async () => {
    expect(await tells({})).to.equal('The address is confirmed for Ana.')
    expect(await tells({ signedIn: true })).to.include('You are signed in.')
    expect(await tells({ signedIn: true, merged: true })).to.include('part of your account')
    expect(await tells({ otherSession: true })).to.include('somebody else')
    expect((await opened('#dpv_x', { ok: false, body: { message: 'This link does not work.' } })).said).to.equal(
      'This link does not work.',
    )
    expect((await opened('#dpv_x', new Error('away'))).said).to.include('Open the link again')
  })

  it('asks for the whole link where nothing stands behind the #', async () => {
    const { said, asked } = await opened('', { ok: true, body: verified })
    expect(said).to.include('the whole link')
    expect(asked).to.deep.equal([])
  })
})
