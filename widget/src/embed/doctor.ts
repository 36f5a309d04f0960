import { providerSources } from '../rules/providerSources.js';
import { attributeOf } from './attribute.js';
import { attributeFinding } from './doctorAttribute.js';
import { appearanceFinding, contrastFinding } from './doctorBrand.js';
import { schemeFinding } from './doctorScheme.js';
import { fetchManifest, loaderFinding, scriptsOf, sheetFinding, versionFinding } from './doctorScript.js';
import { shiftFinding } from './doctorShift.js';
import { styleFinding } from './doctorStyle.js';
import type { Finding, Report } from './report.js';

interface Bootstrap {
  payment?: { provider?: string; sandboxUrl?: string };
  links?: { affiliatePixel?: string };
}

/** The origins that the policy must allow in addition to the server's. */
export interface Guests {
  /** Address of the provider's sandbox, if the server uses it. */
  sandbox?: string | undefined;
  /** Address of the affiliate's pixel, if there is one. Its script runs in a frame from the server. */
  pixel?: string | undefined;
}

/**
 * Checks the usual faults around the flow: a policy that blocks us, a server that can't be reached or doesn't allow this origin, a blocked host of the
 * provider, a missing Apple Pay domain file, the page's rules that override ours, one of our scripts or sheets that doesn't load. It changes nothing in
 * the page.
 */
export async function examine(element: HTMLElement, server: string): Promise<Report> {
  const blocked = new Set<string>();
  const onViolation = (event: SecurityPolicyViolationEvent) => blocked.add(`${event.effectiveDirective} ${event.blockedURI}`);
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    const findings: Finding[] = [attributeFinding(element), await appearanceFinding(attributeOf(element, 'appearance')), contrastFinding(element)];
    const bootstrap = await checkServer(server, findings);
    const manifest = bootstrap && (await fetchManifest(server));
    findings.push(versionFinding(manifest), loaderFinding(element, server, manifest), sheetFinding(element, server));
    const isSandbox = bootstrap?.payment?.provider === 'sandbox';
    await checkProvider(
      isSandbox ? [bootstrap.payment?.sandboxUrl ?? ''] : ['https://assets.braintreegateway.com/web/', 'https://api.braintreegateway.com/'],
      findings,
    );
    if (!isSandbox) await checkApplePay(findings);
    findings.push(styleFinding(element), schemeFinding(element), await shiftFinding(element));
    // The browser reports violations in a separate task.
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    findings.push(
      blocked.size === 0
        ? { check: 'csp', isOk: true, text: 'No content security policy blocked anything that was tried.' }
        : { check: 'csp', isOk: false, text: `The page’s content security policy blocked: ${[...blocked].join('; ')}.` },
    );
    return {
      findings,
      csp: policyOf(server, { sandbox: isSandbox ? bootstrap.payment?.sandboxUrl : undefined, pixel: bootstrap?.links?.affiliatePixel }),
      scripts: scriptsOf(server, manifest, isSandbox),
    };
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** Returns the policy line for a page with the flow. */
export function policyOf(server: string, { sandbox, pixel }: Guests = {}): string {
  const ours = new URL(server).origin;
  const there = sandbox ? [new URL(sandbox).origin] : [];
  const provider = sandbox ? { script: [], connect: there, frame: there, img: [], form: [] } : providerSources;
  return [
    ['script-src', ours, ...provider.script],
    ['style-src', ours],
    ['connect-src', ours, ...provider.connect],
    ['frame-src', ours, ...provider.frame],
    ['img-src', ours, 'data:', ...provider.img, ...(pixel ? [new URL(pixel).origin] : [])],
    ...(provider.form.length > 0 ? [['form-action', "'self'", ...provider.form]] : []),
  ]
    .map((part) => part.join(' '))
    .join('; ');
}

async function checkServer(server: string, findings: Finding[]): Promise<Bootstrap | undefined> {
  try {
    const answer = await fetch(new URL('/v1/bootstrap', server), { credentials: 'omit' });
    const isOk = answer.ok;
    findings.push({ check: 'server', isOk, text: isOk ? `${server} answers.` : `${server} answers with status ${answer.status}.` });
    return isOk ? ((await answer.json()) as Bootstrap) : undefined;
  } catch {
    const text = `${server} can’t be reached from here. Is ${location.origin} among the server’s allowed origins, and ${server} in connect-src?`;
    findings.push({ check: 'server', isOk: false, text });
    return undefined;
  }
}

async function checkProvider(addresses: readonly string[], findings: Finding[]): Promise<void> {
  for (const address of addresses) {
    const { origin } = new URL(address);
    const isOk = await fetch(address, { mode: 'no-cors', credentials: 'omit' }).then(
      () => true,
      () => false,
    );
    findings.push({
      check: 'provider',
      isOk,
      text: isOk
        ? `${origin} can be reached.`
        : `${origin}, which card payments need, can’t be reached: a privacy tool, the network or connect-src blocks it.`,
    });
  }
}

async function checkApplePay(findings: Finding[]): Promise<void> {
  const path = '/.well-known/apple-developer-merchantid-domain-association';
  const isOk = await fetch(path, { credentials: 'omit' }).then(
    (answer) => answer.ok,
    () => false,
  );
  findings.push({
    check: 'apple_pay',
    isOk,
    text: isOk ? 'The Apple Pay domain file is there.' : `${location.origin}${path} is missing: Apple Pay won’t be offered on this page.`,
  });
}
