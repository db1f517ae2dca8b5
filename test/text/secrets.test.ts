import { expect } from 'chai'
import fc from 'fast-check'
import { credentialKinds } from '../../src/rules/credential_kinds.ts'
import { mayHoldSecret, refusedFindings, secretsIn } from '../../src/text/unwanted/secrets.ts'
import { growth } from '../support/cpu.ts'

const kindsIn = (text: string): string[] => secretsIn({ field: 'body', text }).map(({ kind }) => kind)
const letters = (count: number): string => 'aB3dE5gH7jK9mN1pQ'.repeat(20).slice(0, count)
const capitals = (count: number): string => 'Q7ZK2MXW4PVB9LTR'.repeat(5).slice(0, count)

/** Put together here, so that no scanner takes this file for a leak. */
export const samples: readonly (readonly [string, string, string])[] = [
  ['an AWS key id', 'cloud_token', `AKIA${capitals(16)}`],
  ['an AWS secret', 'cloud_token', `aws_secret_access_key = "${letters(40)}"`],
  ['a Google API key', 'cloud_token', `AIza${letters(35)}`],
  ['an Azure storage key', 'cloud_token', `AccountKey=${letters(86)}==`],
  ['a GitHub token', 'git_token', `ghp_${letters(36)}`],
  ['a fine-grained GitHub token', 'git_token', `github_pat_${letters(82)}`],
  ['a GitLab token', 'git_token', `glpat-${letters(20)}`],
  ['a Stripe key', 'service_token', `sk_live_${letters(24)}`],
  ['an npm token', 'service_token', `npm_${letters(36)}`],
  ['an npmrc line', 'service_token', `//registry.example/:_auth${'Token'}=${letters(32)}`],
  ['an Anthropic key', 'service_token', `sk-ant-api03-${letters(93)}AA`],
  ['an OpenAI key', 'service_token', `sk-proj-${letters(48)}`],
  ['a Slack token', 'service_token', `xoxb-123456789012-123456789012-${letters(24)}`],
  ['a SendGrid key', 'service_token', `SG.${letters(22)}.${letters(43)}`],
  ['a Telegram bot token', 'service_token', `123456789:AA${letters(33)}`],
  ['a private key', 'private_key', `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n-----END RSA PRIVATE KEY-----`],
  ['an OpenSSH key', 'private_key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  ['a JWT', 'jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${letters(43)}`],
  ['a card number', 'card_number', ['4111', '1111', '1111', '1111'].join(' ')],
  ['a card number in one piece', 'card_number', ['5555', '5555', '5555', '4444'].join('')],
  ['an American Express number', 'card_number', ['3782', '822463', '10005'].join('-')],
  ['a database URL', 'password_in_url', `postgres://app:${letters(12)}@db.example/app`],
  ['a URL with a password', 'password_in_url', `https://ana:${letters(12)}@git.example/x.git`],
]

describe('secrets in a text', () => {
  for (const [name, kind, secret] of samples) {
    it(`finds ${name}`, () => {
      const text = `Here it is: ${secret} – done.`
      expect(mayHoldSecret(text)).to.equal(true)
      expect(kindsIn(text)).to.deep.equal([kind])
    })
  }

  for (const [kind, { prefix }] of Object.entries(credentialKinds)) {
    it(`finds the service's own ${kind}`, () => {
      const text = `my key=${prefix}${letters(43)}`
      expect(mayHoldSecret(text)).to.equal(true)
      expect(kindsIn(text)).to.deep.equal([kind === 'invite' ? 'invite' : 'own_credential'])
    })
  }

  for (const text of [
    'An ordinary post about keys, tokens and secrets.',
    'Authorization: Bearer dpa_… (your key)',
    'dpa_YOUR_KEY_HERE',
    'postgres://user:password@localhost/db and https://user:<token>@host',
    'order 4111111111111112, epoch 1790000000000, pi 3.14159265358979323',
    'https://social.example/status/4539578763621486',
    'thr_01j0000000000000000000000000 and 550e8400-e29b-41d4-a716-446655440000',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '+49 170 1234567, 2026-09-24T10:15:00.123Z, 0000 0000 0000 0000',
  ]) {
    it(`finds none in: ${text.slice(0, 50)}`, () => {
      expect(kindsIn(text)).to.deep.equal([])
    })
  }

  it('says where, in characters, and never what', () => {
    const secret = `ghp_${letters(36)}`
    const [found] = secretsIn({ field: 'details', text: `😀😀 ${secret}` })
    expect(found).to.deep.include({ kind: 'git_token', field: 'details', at: 3 })
    expect(JSON.stringify(found)).not.to.include(secret.slice(4, 14))
  })

  it('finds several, each once', () => {
    const text = samples.map(([, , secret]) => secret).join('\n\n')
    expect(kindsIn(text)).to.deep.equal(samples.map(([, kind]) => kind))
  })

  it('lets everything but our own credentials pass when its sender confirms', () => {
    const findings = (['own_credential', 'invite', 'jwt'] as const).map((kind) => ({ kind, field: 'body', at: 0 }))
    expect(refusedFindings(findings, false)).to.have.length(3)
    expect(refusedFindings(findings, true).map(({ kind }) => kind)).to.deep.equal(['own_credential'])
  })

  it('ordinary posts stay on the main loop', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 200 })
    fc.assert(fc.property(words, (text) => !mayHoldSecret(text.join(' '))))
    expect(mayHoldSecret('I ran it 1,024 times on 2026-09-24; see https://example.com/a/b?c=1 and thr_01j5.')).to.equal(
      false,
    )
  })

  it('what a pattern finds, the prefilter lets through', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...samples.map((one) => one[2])), fc.string({ maxLength: 20 })), {
          maxLength: 6,
        }),
        (parts) => {
          const text = parts.join(' ')
          if (kindsIn(text).length > 0) expect(mayHoldSecret(text)).to.equal(true)
        },
      ),
    )
  })

  it('takes twice as long for twice as much, also of texts made to be slow', () => {
    for (const piece of [
      'ey',
      'eyA.',
      'eyJhbGciOi.',
      'dpa_',
      'a://',
      '://:',
      'a:a@',
      '1 ',
      '4111 ',
      'sk-',
      'SG.a',
      'secret_',
      'A',
    ]) {
      const text = (size: number): string => piece.repeat(Math.floor(size / piece.length))
      const scan = (size: number): unknown => [
        mayHoldSecret(text(size)),
        secretsIn({ field: 'text', text: text(size) }),
      ]
      expect(growth(scan, 60_000), piece).to.be.below(3)
    }
  })
})
