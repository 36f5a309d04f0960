// Runs Cojoin as a stranger does: the built command, plain HTTP, the outbox. The checks in this folder share it.
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const binary = process.env.TEST_BINARY ?? join(root, "bin/cojoin");
const cleanups = [];
let failed = 0;

/** Runs `cojoin` to its end. This shell's settings don't reach it. */
export function cojoin(args, { env = {}, input = "", cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (part) => (stdout += part));
    child.stderr.on("data", (part) => (stderr += part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

/** Starts a `cojoin` that runs until `stop`. Resolves when `ready` returns true, or when it has ended. */
export async function start(args, { env = {}, ready, signal = "SIGTERM" }) {
  const child = spawn(binary, args, { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } });
  const run = { output: "", code: undefined, stop };
  const ended = new Promise((resolve) => child.on("close", (code) => resolve((run.code = code))));
  child.stdout.on("data", (part) => (run.output += part));
  child.stderr.on("data", (part) => (run.output += part));
  async function stop() {
    if (run.code === undefined) child.kill(signal);
    await ended;
  }
  cleanups.push(stop);
  const deadline = Date.now() + 90_000;
  while (run.code === undefined && !(await ready(run))) {
    if (Date.now() > deadline) throw new Error(`not ready: cojoin ${args.join(" ")}\n${run.output}`);
    await pause(50);
  }
  return run;
}

/** Returns a temporary folder that is removed at the end. Other users may enter it: as root, Postgres runs as another user. */
export async function folder() {
  const path = await mkdtemp(join(tmpdir(), "cojoin-outside-"));
  await chmod(path, 0o711);
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

export function freePort() {
  return new Promise((resolve) => {
    const socket = createServer().listen(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

/** Starts `cojoin dev` in its own folder. Callers from 127.0.0.1 may forge their address by X-Forwarded-For. */
export async function development({ env = {}, data, port } = {}) {
  data ??= await folder();
  port ??= await freePort();
  const url = `http://127.0.0.1:${port}`;
  const run = await start(["dev", "--addr", `127.0.0.1:${port}`, "--data", data], {
    env: { COJOIN_TRUSTED_PROXIES: "127.0.0.1/32", ...env },
    ready: (r) => r.output.includes("Ctrl-C stops everything."), // the last line, so that the addresses before it are complete
  });
  if (run.code !== undefined) throw new Error(run.output);
  return {
    url,
    port,
    data,
    config: join(data, "cojoin.yaml"),
    database: /DATABASE_URL=(\S+)/.exec(run.output)?.[1],
    sandbox: /ledger\s+(\S+)/.exec(run.output)?.[1],
    private: /profiles\s+(\S+)/.exec(run.output)?.[1],
    output: () => run.output,
    stop: run.stop,
    mails: async (to = "") => (await call(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`)).body.mails,
    call: (method, path, body, headers) => call(url + path, method, body, headers),
    cojoin: (args, options = {}) => cojoin(args, { ...options, env: { COJOIN_CONFIG: join(data, "cojoin.yaml"), ...options.env } }),
  };
}

/** Sends JSON and returns the status, the headers and the decoded body. */
export async function call(url, method = "GET", body, headers = {}) {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  let decoded = text;
  try {
    decoded = JSON.parse(text);
  } catch {
    // A page or a mail.
  }
  return { status: answer.status, headers: answer.headers, body: decoded };
}

/** Repeats `read` until `done` accepts its result, for at most a minute. */
export async function until(read, done, what) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const got = await read();
    if (done(got)) return got;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}: ${JSON.stringify(got)}`);
    await pause(100);
  }
}

/** Prints a result, and counts it as a failure if it differs from the wanted one. */
export function check(what, got, want) {
  const good = isDeepStrictEqual(got, want);
  if (!good) failed++;
  const figure = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  console.log(`${good ? "ok " : "BAD"} ${what}: ${figure(got)}${good ? "" : ` (want ${figure(want)})`}`);
}

/** Runs a check's steps, stops everything it started, and exits with 1 after a wrong result. */
export async function main(steps) {
  try {
    await steps();
  } catch (error) {
    failed++;
    console.error(error);
  }
  while (cleanups.length > 0) await cleanups.pop()();
  process.exit(failed > 0 ? 1 : 0);
}
