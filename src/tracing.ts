import type { Attributes, Context } from '@opentelemetry/api'

/**
 * Where a call's time goes, told to whoever collects it (OpenTelemetry). Nothing of it is loaded where no collector is
 * named. Attributes are names of ours, numbers and ids of shards: never words, addresses or secrets of anybody.
 */
export interface Tracing {
  /** A piece of work, within the one that is under way here, or as the first of a trace. */
  during<Done>(name: string, attributes: Attributes, work: (piece: Piece) => Promise<Done>): Promise<Done>
  /** A piece of what another process, or another piece, asked for: `within` is where that stands. */
  begin(name: string, within: string, attributes?: Attributes): Piece
  /** Sends what was not sent. */
  close(): Promise<void>
}

export interface Piece {
  /** where it stands, as W3C traceparent: what is sent along so that others go on from here */
  readonly at: string
  note(attributes: Attributes): void
  /** its end; what failed says so, without its words */
  end(how?: 'failed'): void
}

interface Collector {
  /** as OTEL_EXPORTER_OTLP_ENDPOINT names it */
  readonly endpoint: string | undefined
  readonly service: string
}

/** Undefined where no collector is named. OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER are read by the packages. */
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

  function start(name: string, within: Context, attributes: Attributes = {}): { piece: Piece; inside: Context } {
    const span = tracer.startSpan(name, { attributes }, within)
    const inside = api.trace.setSpan(within, span)
    const carrier: Record<string, string> = {}
    traceparent.inject(inside, carrier, api.defaultTextMapSetter)
    const piece: Piece = {
      at: carrier['traceparent'] ?? '',
      note: (more) => void span.setAttributes(more),
      end(how) {
        if (how === 'failed') span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end()
      },
    }
    return { piece, inside }
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
      // a collector that is away loses what it was to be told, and keeps nobody
      await provider.shutdown().catch(() => undefined)
    },
  }
}
