import { JoinFlow, type FlowEvents, type FlowHandle } from '@cojoin/widget';
import { useRef, useState } from 'react';
import { server } from './server';

/** The sign-up as part of a page. The site listens to each step and shows its own thank-you message. */
export function JoinPage() {
  const flow = useRef<FlowHandle>(null);
  const [steps, setSteps] = useState<readonly string[]>([]);
  const [completed, setCompleted] = useState<FlowEvents['complete']>();
  return (
    <>
      <h1>Join</h1>
      {completed && 'transactionId' in completed && <p>Thank you for order {completed.transactionId}.</p>}
      <JoinFlow
        ref={flow}
        server={server}
        locale="en"
        prefill={{ firstName: 'Ana' }}
        onStep={({ path }) => setSteps((before) => [...before, path])}
        onComplete={setCompleted}
      />
      <div className="notes">
        <span>
          Visited: <output>{steps.join(' ')}</output>
        </span>
        <button type="button" onClick={() => flow.current?.reset()}>
          Start over
        </button>
      </div>
    </>
  );
}
