import { expect, test } from 'vitest';
import { createApi } from './api.js';
import { createInviteApi } from './invite.js';

/** The calls, and the requests that reached the network. */
function calls() {
  const sent: { method: string; url: string; authorization: string | null }[] = [];
  const api = createApi({
    server: 'https://join.example.com',
    language: () => 'es-MX',
    anonymousId: 'v1',
    fetch: (request) => {
      const { method, url, headers } = request as Request;
      sent.push({ method, url, authorization: headers.get('Authorization') });
      return Promise.resolve(Response.json({ packages: [], coupons: [], clientToken: 'c', sent: true }));
    },
  });
  return { invite: createInviteApi(api), sent };
}

const link = { userId: 'u1', token: 't1' };

test('the packages of an invitation are requested by their ids, as one parameter', async () => {
  const { invite, sent } = calls();
  await invite.packages([2001, 2003]);
  expect(sent).toEqual([{ method: 'GET', url: 'https://join.example.com/v1/packages?ids=2001,2003', authorization: null }]);
});

test('the token goes by the header and never by the address', async () => {
  const { invite, sent } = calls();
  await invite.read(link);
  await invite.coupons(link);
  await invite.quote(link, { orderDetail: { packageId: 2001 } });
  await invite.validateCountry(link, 2001, { country: 'US' });
  await invite.clientToken(link, 'US');
  await invite.payment(link);
  await invite.renew('t1');
  await invite.parent(link);
  await invite.agreeToTerms(link);
  await invite.optInToMarketing(link, false);
  const at = (path: string) => `https://join.example.com${path}`;
  expect(sent).toEqual(
    [
      ['GET', '/v1/invite?userId=u1'],
      ['GET', '/v1/invite/coupons?userId=u1'],
      ['POST', '/v1/invite/pricing?userId=u1'],
      ['POST', '/v1/invite/country-validation?userId=u1'],
      ['GET', '/v1/payment/client-token?country=US&userId=u1'],
      ['GET', '/v1/invite/payment?userId=u1'],
      ['POST', '/v1/invite/renewal'],
      ['GET', '/v1/parents/u1'],
      ['PUT', '/v1/parents/u1/agreed-to-terms'],
      ['PUT', '/v1/parents/u1/marketing-opt-in'],
    ].map(([method, path = '']) => ({ method, url: at(path), authorization: 'Bearer t1' })),
  );
});
