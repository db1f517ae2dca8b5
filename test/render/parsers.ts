import { createRequire } from 'node:module'
import MarkdownIt from 'markdown-it'
import { parse, postprocess, preprocess } from 'micromark'

interface CommonmarkNode {
  readonly type: string
  readonly literal: string | null
  readonly destination: string | null
}
interface Commonmark {
  readonly Parser: new () => {
    parse(text: string): { walker(): { next(): { entering: boolean; node: CommonmarkNode } | null } }
  }
}
const commonmark = createRequire(import.meta.url)('commonmark') as Commonmark

/** What two independent CommonMark parsers take for code blocks, and for everything else. */
export interface Read {
  readonly code: readonly string[]
  readonly outside: string
}

export function byCommonmark(text: string): Read & { readonly links: readonly string[] } {
  const links: string[] = []
  const code: string[] = []
  let outside = ''
  const walker = new commonmark.Parser().parse(text).walker()
  for (let step = walker.next(); step; step = walker.next()) {
    if (!step.entering) continue
    if (step.node.destination) links.push(step.node.destination)
    if (step.node.type === 'code_block') code.push(step.node.literal ?? '')
    else if (step.node.literal !== null) outside += `${step.node.literal}\n`
  }
  return { code, outside, links }
}

export function byMicromark(text: string): Read {
  const code: string[] = []
  let outside = ''
  let current: string | undefined
  const events = postprocess(
    parse()
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  for (const [step, token, context] of events) {
    if (token.type === 'codeFenced') {
      if (step === 'enter') current = ''
      else {
        code.push(current ?? '')
        current = undefined
      }
    } else if (step === 'enter' && token.type === 'codeFlowValue') {
      if (current !== undefined) current += `${context.sliceSerialize(token)}\n`
    } else if (step === 'enter' && token.type === 'data' && current === undefined) {
      outside += `${context.sliceSerialize(token)}\n`
    }
  }
  return { code, outside }
}

const markdownIt = new MarkdownIt()

/** The addresses of links and images. */
export const byMarkdownIt = (text: string): readonly string[] =>
  markdownIt
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])
