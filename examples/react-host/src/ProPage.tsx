import { ProFlow } from '@cojoin/widget';
import { server } from './server';

/** The page for professionals. */
export function ProPage() {
  return (
    <>
      <h1>For professionals</h1>
      <ProFlow server={server} locale="es" theme="light" />
    </>
  );
}
