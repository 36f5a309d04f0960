import { SignUp } from "./sign-up";

export default function Page() {
  return (
    <>
      <h1>Join with Next</h1>
      <SignUp server={process.env.COJOIN_SERVER} />
    </>
  );
}
