import { setTimeout as pause } from 'node:timers/promises'
import type { Attributes, Context, Span as OtelSpan, SpanStatusCode } from '@opentelemetry/api'

/** milliseconds that a shutdown waits for the collector; the rest of its 10 seconds is for the stores */
const longestFlush = 1_000

/**
 * Records where the time of a call goes, for an OpenTelemetry collector. No package of it is loaded when no collector
 * is configured. Attributes are fixed names, numbers and ids of shards: never words, addresses or secrets.
 */
export interface Tracing {
  /** Runs work in a span, within the active one or as the root of a trace. */
  during<Done>(name: string, attributes: Attributes, work: (piece: Span) => Promise<Done>): Promise<Done>
  /** Starts a span for another process or span; `within` is the parent's traceparent. */
  begin(name: string, within: string, attributes?: Attributes): Span
  /** Sends pending spans, and waits a second for that at most: the exporter's retries may still run afterwards. */
  close(): Promise<void>
}

export interface Span {
  /** W3C traceparent of this span, sent along so that other processes can continue the trace */
  readonly at: string
  note(attributes: Attributes): void
  /** ends the span; a failed one is marked, without its error message */
  end(how?: 'failed'): void
}

interface Collector {
  /** value of OTEL_EXPORTER_OTLP_ENDPOINT */
  readonly endpoint: string | undefined
  readonly service: string
}

/** Undefined without a collector. The packages read OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER themselves. */
export async function openTracing({ endpoint, service }: Collector): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, contexts, { W3CTraceContextPropagator }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ])
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  })
  const tracer = provider.getTracer('svc')
  const here = new contexts.AsyncLocalStorageContextManager().enable()
  const traceparent = new W3CTraceContextPropagator()

  function start(name: string, within: Context, attributes: Attributes = {}): { piece: Span; inside: Context } {
    const span = tracer.startSpan(name, { attributes }, within)
    const inside = api.trace.setSpan(within, span)
    const carrier: Record<string, string> = {}
    traceparent.inject(inside, carrier, api.defaultTextMapSetter)
    return { piece: pieceOf(span, carrier['traceparent'], api.SpanStatusCode.ERROR), inside }
  }

  return {
    async during(name, attributes, work) {
      const { piece, inside } = start(name, here.active(), attributes)
      let how: 'failed' | undefined = 'failed'
      try {
        const done = await here.with(inside, () => work(piece))
        how = undefined
        return done
      } finally {
        piece.end(how)
      }
    },
    begin(name, within, attributes) {
      const parent = traceparent.extract(api.ROOT_CONTEXT, { traceparent: within }, api.defaultTextMapGetter)
      return start(name, parent, attributes).piece
    },
    async close() {
      here.disable()
      // spans for an unreachable collector are lost; they must not delay the shutdown
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, pause(longestFlush, undefined, { ref: false })])
    },
  }
}

const pieceOf = (span: OtelSpan, at: string | undefined, failed: SpanStatusCode): Span => ({
  at: at ?? '',
  note: (more) => void span.setAttributes(more),
  end(how) {
    if (how === 'failed') span.setStatus({ code: failed })
    span.end()
  },
})
