import { expect } from 'chai'
import { secretLintProfiler } from '@secretlint/profiler'
import { mayHoldSecret } from '../../src/text/unwanted/secrets.ts'
import { scanSecrets } from '../../workers/scan_secrets.ts'
import { samples } from '../text/secrets.test.ts'

const only = async (text: string): Promise<string[]> =>
  (await scanSecrets([{ field: 'body', text }])).map(({ kind }) => kind)

describe('scanning for secrets', () => {
  it('finds what our own patterns find, each place once', async () => {
    for (const [name, kind, secret] of samples) expect(await only(`see ${secret} there`), name).to.deep.equal([kind])
  })

  it('finds what only the engine knows', async () => {
    const webhook = ['https://hooks.slack.com', 'services', 'T00000000', 'B00000000', 'XXXXXXXXXXXXXXXXXXXXXXXX'].join(
      '/',
    )
    expect(mayHoldSecret(webhook)).to.equal(true)
    expect(await only(webhook)).to.deep.equal(['service_token'])
  })

  it('cannot be switched off by the text itself', async () => {
    expect(
      await only(`<!-- secretlint-disable -->\nhttps://hooks.slack.com/services/T00000000/B00000000/${'X'.repeat(24)}`),
    ).to.deep.equal(['service_token'])
  })

  it('answers for several fields, without the secret', async () => {
    const [, , secret] = samples[0] ?? ['', '', '']
    const findings = await scanSecrets([
      { field: 'title', text: 'nothing' },
      { field: 'body', text: `it is ${secret}` },
    ])
    expect(findings).to.deep.equal([{ kind: 'cloud_token', field: 'body', at: 6 }])
  })

  it('leaves nothing behind in the engine’s profiler', async () => {
    for (let scan = 0; scan < 50; scan++) await only('nothing to see')
    expect(await secretLintProfiler.getEntries()).to.deep.equal([])
  })
})
