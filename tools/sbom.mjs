// Reads `go version -m` (argument go) or `pnpm licenses list --json` (npm) and writes a CycloneDX bill of materials.
import { randomUUID } from 'node:crypto';

const readers = {
  // "\tdep\tgithub.com/google/uuid\tv1.6.0\th1:…"; a replaced module's line is followed by "=>".
  go: (text) => ({
    name: 'cojoin',
    components: text
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, kind]) => kind === 'dep')
      .map(([, , name, version, sum]) => ({
        type: 'library',
        name,
        version,
        purl: `pkg:golang/${name}@${version}`,
        ...(sum ? { properties: [{ name: 'go:sum', value: sum }] } : {}),
      })),
  }),
  npm: (text) => ({
    name: '@cojoin/widget',
    components: Object.values(JSON.parse(text))
      .flat()
      .flatMap(({ name, versions, license }) =>
        versions.map((version) => ({
          type: 'library',
          name,
          version,
          purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
          licenses: [{ expression: license }],
        })),
      ),
  }),
};

let input = '';
for await (const chunk of process.stdin) input += chunk;
const { name, components } = readers[process.argv[2]](input);
if (components.length === 0) throw new Error(`no components of ${name} were found`);
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: { component: { type: 'application', name } },
  components: components.toSorted((a, b) => a.purl.localeCompare(b.purl)),
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
process.stderr.write(`${name}: ${components.length} components\n`);
