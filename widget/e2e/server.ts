import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startCollector } from './collector.js';

/** A third-party site; the host tests serve its pages. */
export const hostOrigin = 'http://www.host.localhost';

const binary = process.env['TEST_BINARY'] ?? fileURLToPath(new URL('../../bin/cojoin', import.meta.url));

/** The time limit for a start with an empty data folder. */
const startLimit = 60_000;

/** A `cojoin dev` on a free port and an empty data folder. */
export interface Cojoin {
  url: string;
  sandbox: string;
  data: string;
  /** The process's output. */
  log: string;
  /** Stops the process and removes the folder. */
  stop: () => Promise<void>;
}

/** The variables that locate the run's server for the journeys. They aren't settings: `cojoin` would refuse them. */
const own = new Set(['COJOIN_URL', 'COJOIN_SANDBOX', 'COJOIN_LOG', 'COJOIN_BINARY', 'COJOIN_TRACES']);
export const withoutOwn = (env: NodeJS.ProcessEnv) => Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)));

/** Starts one; `env` is added to the environment. */
export async function startCojoin(env: Readonly<Record<string, string>>): Promise<Cojoin> {
  if (!existsSync(binary)) throw new Error(`${binary} is not there: run \`make build\``);
  const address = `127.0.0.1:${await freePort()}`;
  const data = await mkdtemp(join(tmpdir(), 'cojoin-e2e-'));
  const server = spawn(binary, ['dev', '--addr', address, '--data', data, '--verbose'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutOwn(process.env), ...env },
  });
  // Logs every call and job: journeys with secrets check that none is in there.
  const log = join(data, 'server.log');
  const written = createWriteStream(log);
  server.stdout.pipe(written);
  server.stderr.pipe(written);
  const end = async () => {
    if (server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGINT');
    await gone;
  };
  try {
    const sandbox = await sandboxOf(server);
    const stop = async () => {
      await end();
      await rm(data, { recursive: true, force: true });
    };
    return { url: `http://${address}`, sandbox, data, log, stop };
  } catch (error) {
    await end();
    throw new Error(`${String(error)}; it wrote ${log}`, { cause: error });
  }
}

/** Starts the server of the run. */
export default async function startServer() {
  const collector = await startCollector();
  const env = { COJOIN_ORIGINS: hostOrigin, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '500' };
  const server = await startCojoin(env).catch((error: unknown) => {
    collector.stop();
    throw error;
  });
  process.env['COJOIN_LOG'] = server.log;
  process.env['COJOIN_SANDBOX'] = server.sandbox;
  process.env['COJOIN_URL'] = server.url;
  process.env['COJOIN_BINARY'] = binary;
  process.env['COJOIN_TRACES'] = collector.url;
  return async () => {
    await server.stop();
    collector.stop();
  };
}

/** Returns the sandbox's address, which the server prints among others once everything runs. */
async function sandboxOf(server: ChildProcess): Promise<string> {
  const { stdout } = server;
  if (!stdout) throw new Error('the server has no output');
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`cojoin dev was not ready within ${startLimit / 1000} s`)), startLimit);
    server.once('exit', (code) => reject(new Error(`cojoin dev ended with ${code}`)));
    createInterface({ input: stdout }).on('line', (line) => {
      const found = /sandbox\D*(http:\/\/\S+)/i.exec(line);
      if (found?.[1]) {
        clearTimeout(limit);
        resolve(found[1]);
      }
    });
  });
}

/** Returns a port below the range that systems assign by themselves: a port from that range could be taken by the time the server listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
