import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A command's output and exit. */
export interface FailureMessage {
  code: number;
  out: string;
  err: string;
}

/** A person's terminal: the `cojoin` command with its own folder and configuration. */
export class Terminal {
  private constructor(
    private readonly binary: string,
    private readonly server: string,
    readonly folder: string,
  ) {}

  static async open(binary: string, server: string): Promise<Terminal> {
    return new Terminal(binary, server, await mkdtemp(join(tmpdir(), 'cojoin-terminal-')));
  }

  async close() {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs one command line; `input` is its standard input. */
  async run(args: readonly string[], input = ''): Promise<FailureMessage> {
    return new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: this.folder, XDG_CONFIG_HOME: join(this.folder, 'config'), COJOIN_SERVER: this.server };
      const child = execFile(this.binary, args, { cwd: this.folder, env }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
      );
      child.stdin?.end(input);
    });
  }

  /** Runs a command line that must succeed, and returns its output. */
  async works(...args: readonly string[]): Promise<string> {
    const result = await this.run(args);
    if (result.code !== 0) throw new Error(`cojoin ${args.join(' ')} ended with ${result.code}: ${result.err}`);
    return result.out;
  }
}
