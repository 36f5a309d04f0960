// Package invite brings in the other parent. A parent invites a co-parent with their sign-up; a professional invites both parents of a family. The
// invited parent opens the mailed link, fills in their own sign-up, and takes up a paid seat or pays for one.
//
// A table lists the pages and sections that are open to an invited parent in each step. The operations are methods of [Client], which package sdk holds
// as Client.Invite. Faults: [account.InvitationTokenInvalid], [NotFound], [Closed], [NotRenewed], [InviterNotFound], [account.SeatTaken].
package invite
