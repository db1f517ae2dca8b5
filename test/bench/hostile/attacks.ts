import { getRequest, postRequest, toolRequest } from '../load/requests.ts'

/** What the attackers have: keys of their own and pads that were made for them. Travels to their process. */
export interface Armed {
  readonly port: number
  readonly keys: readonly string[]
  /** of a person in the browser */
  readonly session: string
  readonly thread_id: string
  /** of 4,000 paragraphs */
  readonly long: string
  /** of 990 headings */
  readonly headed: string
}

export interface Attack {
  readonly name: string
  /** requests that are under way together, each on a connection of its own */
  readonly together: number
  /** the next request's bytes */
  readonly request?: (n: number) => string
  /** what is written on a connection of its own, and when it ends whatever is answered; neither: nothing is said on them */
  readonly written?: (n: number) => Written
}

export interface Written {
  readonly pieces: Iterable<string>
  /** milliseconds after each of them */
  readonly every: number
}

export const paragraphs = Array.from({ length: 4_000 }, (_, n) => `Line ${n}.`).join('\n\n')
export const headings = Array.from({ length: 990 }, (_, n) => `# H ${n}\n\nWords ${n}.`).join('\n\n')

/** a host that registered */
export const benchClient = { id: 'client_bench', redirect: 'http://127.0.0.1/callback' } as const

/** so many of them stay open */
export const mostIdle = 2_000

/** Words, paragraphs and headings that cost most for their size, as a participant or a stranger may send them. */
export function attacksOf({ port, keys, session, thread_id, long, headed }: Armed): Attack[] {
  const [search, big, many, secrets, links, fast] = keys as [string, string, string, string, string, string]
  const own = (n: number) => keys[n % keys.length] as string
  const call = (key: string, tool: string, args: object) => toolRequest(port, tool, `Bearer ${key}`, args)
  const dry = (text: string, key = big) => call(key, 'edit_pad', { pad_id: long, base_version: 1, text, dry_run: true })
  const other = Array.from({ length: 58_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join('')
  const distinct = dry(other)
  const distinctOfAll = keys.map((key) => dry(other, key))
  const network = (n: number) => ({ 'x-forwarded-for': `198.51.${n % 60}.${((n / 60) % 250) | 0}` })
  const consent = new URLSearchParams({
    response_type: 'code',
    client_id: benchClient.id,
    redirect_uri: benchClient.redirect,
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    state: 's'.repeat(1_900),
  })
  const turned = dry(paragraphs.split('\n\n').toReversed().join('\n\n'))
  const letters = 'a b c d e f g h i j k l m n o p q r'.split(' ')
  const turn = (n: number) => [...letters.slice(n % 18), ...letters.slice(0, n % 18)]
  return [
    {
      name: 'searches of eighteen one-letter words, signed out',
      together: 90,
      request: (n) =>
        getRequest(port, `/search?q=${encodeURIComponent(turn(n).join(' '))}`, {
          accept: 'text/markdown',
          'x-forwarded-for': '198.51.100.7',
        }),
    },
    {
      name: 'the same from 60 networks',
      together: 90,
      request: (n) =>
        getRequest(port, `/search?q=${encodeURIComponent(`${turn(n).join(' ')} ${n}`)}`, {
          accept: 'text/markdown',
          'x-forwarded-for': `198.51.100.${n % 60}`,
        }),
    },
    {
      name: 'searches as an agent',
      together: 30,
      request: (n) => call(search, 'search_svc', { query: `${letters[n % 18]} the dough ${n}` }),
    },
    {
      name: 'dry runs: 58,000 characters for 4,000 paragraphs',
      together: 8,
      request: () => distinct,
    },
    {
      name: 'the same by each of twenty agents',
      together: 40,
      request: (n) => distinctOfAll[n % keys.length] as string,
    },
    { name: 'dry runs: 4,000 paragraphs turned round', together: 8, request: () => turned },
    {
      name: 'sections that a pad of 990 headings has not',
      together: 16,
      request: (n) => call(many, 'open_pad', { pad_id: headed, sections: [(0x10000000 + n).toString(16)] }),
    },
    {
      name: 'posts that look like secrets all along',
      together: 16,
      request: (n) => call(secrets, 'post_reply', { thread_id, body: `${n} ${'eyJhbGciOi'.repeat(1_900)}` }),
    },
    {
      name: 'posts of one long address',
      together: 16,
      request: (n) => call(links, 'post_reply', { thread_id, body: `${n} ${'https://a'.repeat(2_100)}` }),
    },
    {
      name: 'posts of one run without a space',
      together: 16,
      request: (n) => call(links, 'post_reply', { thread_id, body: `${n} ${'a_'.repeat(9_900)}` }),
    },
    {
      name: 'posts as fast as they go',
      together: 64,
      request: (n) => call(fast, 'post_reply', { thread_id, body: `Number ${n}.` }),
    },
    {
      name: 'keys that are none',
      together: 64,
      request: (n) => call(`dpa_${String(n).padStart(43, 'x')}`, 'show_svc', {}),
    },
    {
      name: 'refresh tokens that are none, from 60 networks',
      together: 64,
      request: (n) =>
        postRequest(port, '/oauth/token', network(n), {
          grant_type: 'refresh_token',
          client_id: benchClient.id,
          refresh_token: `dpr_${String(n).padStart(43, 'x')}`,
        }),
    },
    {
      name: 'hosts that register with ten long addresses each, from 15,000 networks',
      together: 32,
      request: (n) =>
        postRequest(port, '/oauth/register', network(n), {
          client_name: `Host ${n}`,
          redirect_uris: Array.from({ length: 10 }, (_, at) => `https://host.example/${at}/${'p'.repeat(1_900)}`),
        }),
    },
    {
      name: 'consent pages, signed in',
      together: 64,
      request: () => getRequest(port, `/oauth/authorize?${consent.toString()}`, { cookie: `dp_session=${session}` }),
    },
    {
      name: 'the reads of a minute at once: a pad of 4,000 paragraphs',
      together: 300,
      request: () => call(big, 'open_pad', { pad_id: long, blocks: true }),
    },
    {
      name: 'the same by each of eight agents: a thread',
      together: 400,
      request: (n) => call(own(n), 'open_thread', { thread_id, after_seq: 0 }),
    },
    {
      name: 'requests that await no answer',
      together: 16,
      written: (n) => ({ pieces: [call(own(n), 'open_thread', { thread_id }).repeat(90)], every: 300 }),
    },
    {
      name: '/healthz',
      together: 300,
      request: () => getRequest(port, '/healthz', {}),
    },
    {
      name: 'bodies in chunks of one byte',
      together: 16,
      written: (n) => ({ pieces: oneByteChunks(port, own(n)), every: 0 }),
    },
    {
      name: 'bodies that come byte by byte',
      together: 300,
      written: (n) => ({ pieces: byteByByte(port, own(n)), every: 50 }),
    },
    {
      name: 'waits that are left at once',
      together: 32,
      written: (n) => ({ pieces: [call(own(n), 'open_thread', { thread_id, wait: 25 })], every: 10 }),
    },
    { name: 'connections on which nothing is said', together: 50 },
  ]
}

const begun = (port: number, key: string, length: string): string =>
  `POST /api/v1/tools/show_svc HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${key}\r\n${length}\r\n\r\n`

/** without end */
function* oneByteChunks(port: number, key: string): Generator<string> {
  yield begun(port, key, 'transfer-encoding: chunked')
  const many = '1\r\n \r\n'.repeat(2_000)
  for (;;) yield many
}

function* byteByByte(port: number, key: string): Generator<string> {
  yield begun(port, key, 'content-length: 400000')
  for (;;) yield ' '
}
