// Package invite brings the other parent in. A parent invites a co-parent with their sign-up, a professional
// invites both parents of a family. The invited parent opens the link of the mail, fills in their own sign-up, and takes
// up a paid seat or pays for one.
//
// A table says what an invited parent may see and do in each step. Operations are methods of [Client],
// which package sdk holds as Client.Invite. Faults: [account.InvitationTokenInvalid], [NotFound], [Closed], [NotRenewed],
// [InviterNotFound], [account.SeatTaken].
package invite
