// Package visitors implements [visitor.Client], [places.Client], [support.Client] and [analytics.Client].
package visitors
