import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The kept part of a span; ids in hex, `parent` empty at a root. */
export interface Span {
  id: string;
  parent: string;
  name: string;
}

/** Receives spans like an OpenTelemetry collector (OTLP over HTTP), and lists a trace's spans at `/<trace id>`. */
export async function startCollector() {
  const traces = new Map<string, Span[]>();
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'POST') {
        for (const { trace, ...span } of spansOf(await buffer(request))) traces.set(trace, [...(traces.get(trace) ?? []), span]);
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(request.method === 'POST' ? {} : (traces.get(request.url?.slice(1) ?? '') ?? [])));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The spans of an ExportTraceServiceRequest: resource_spans (1), their scope_spans (2), their spans (2). */
function* spansOf(request: Uint8Array): Generator<Span & { trace: string }> {
  for (const resource of fields(request, 1)) {
    for (const scope of fields(resource, 2)) {
      for (const span of fields(scope, 2)) {
        const text = (field: number, encoding: BufferEncoding) => Buffer.from(fields(span, field).next().value ?? []).toString(encoding);
        yield { trace: text(1, 'hex'), id: text(2, 'hex'), parent: text(4, 'hex'), name: text(5, 'utf8') };
      }
    }
  }
}

/** Yields a protobuf message's length-delimited fields of that number: texts, bytes, messages. */
function* fields(message: Uint8Array, field: number): Generator<Uint8Array, undefined> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const wire = key % 8;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else {
      const length = varint();
      if (Math.floor(key / 8) === field) yield message.subarray(at, at + length);
      at += length;
    }
  }
  return undefined;
}
