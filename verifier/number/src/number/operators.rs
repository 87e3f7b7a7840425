//! Operators, from functions of two references.

/// The operators of references.
macro_rules! operators {
    ($of:ident: $($operator:ident $name:ident($x:ident, $y:ident) $result:block)*) => {
        $(impl $operator for &$of {
            type Output = $of;

            fn $name(self, other: &$of) -> $of {
                let ($x, $y) = (self, other);
                $result
            }
        })*

        impl Neg for &$of {
            type Output = $of;

            fn neg(self) -> $of {
                &$of::ZERO - self
            }
        }
    };
}

pub(crate) use operators;
