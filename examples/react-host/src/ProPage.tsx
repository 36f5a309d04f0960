import { ProFlow } from '@cojoin/widget';
import { server } from './server';

/** Professionals have a page of their own. */
export function ProPage() {
  return (
    <>
      <h1>For professionals</h1>
      <ProFlow server={server} locale="es" theme="light" />
    </>
  );
}
